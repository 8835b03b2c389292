"""`dialect.yaml` → `Dialect`: read strictly, because a misspelt fact would be a silent loss."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

import yaml

from toolspec.dialect import (
    ACCEPTANCES,
    LIMITS,
    SUBJECTS,
    SUPPORTS,
    Auth,
    Dialect,
    Fact,
    ModelRule,
    NameRule,
    PropertyNameRule,
    SchemaRules,
)

_KEYS: Final = frozenset(
    {
        "extends",
        "title",
        "source",
        "date",
        "base_url",
        "path",
        "auth",
        "headers",
        "tool_name",
        "limits",
        "takes",
        "schema",
        "strict",
        "models",
        "output_limit_field",
        "options",
        "elsewhere",
    }
)


class DialectError(ValueError):
    """A data file says something that no reader knows; the message names the file and the key."""


def read_dialect(name: str, text: str, parent_of: Callable[[str], Dialect]) -> Dialect:
    """Read one data file; `parent_of` gives the dialect that it extends, by name."""
    data = yaml.load(text, yaml.CSafeLoader)
    reader = _Reader(name, str(data.get("source", "")), str(data.get("date", "")))
    reader.known(data, _KEYS, "the file")
    if "extends" in data:
        return reader.extended(parent_of(data["extends"]), data)
    return reader.whole(data)


class _Reader:
    """Reads the parts of one file; facts without a source or date of their own take the file's."""

    def __init__(self, name: str, source: str, date: str) -> None:
        self._name = name
        self._source = source
        self._date = date

    def whole(self, data: dict[str, Any]) -> Dialect:
        missing = [
            key for key in ("title", "source", "date", "base_url", "path") if key not in data
        ]
        if missing:
            raise self._error(f"`{missing[0]}` is missing")
        bare = Dialect(
            name=self._name,
            adapter=self._name,
            title=data["title"],
            source=self._source,
            date=self._date,
            base_url=data["base_url"],
            path=data["path"],
            schema=SchemaRules(otherwise=self._fact("hint", SUPPORTS)),
        )
        return self.extended(bare, data)

    def extended(self, parent: Dialect, data: dict[str, Any]) -> Dialect:
        """The parent with what the file says: maps are joined, rules of models come after its.

        Rules of a strict mode that the parent has not extend the usual ones of the file.
        """
        schema = self._rules(data.get("schema"), parent.schema) or parent.schema
        strict = self._rules(data.get("strict"), parent.strict or schema)
        return replace(
            parent,
            name=self._name,
            title=data.get("title", parent.title),
            source=self._source or parent.source,
            date=self._date or parent.date,
            base_url=data.get("base_url", parent.base_url),
            path=data.get("path", parent.path),
            auth=self._auth(data.get("auth"), parent.auth),
            headers={**parent.headers, **data.get("headers", {})},
            tool_name=self._name_rule(data.get("tool_name"), parent.tool_name),
            limits=self._limits(data.get("limits", {}), parent.limits),
            takes={**parent.takes, **self._takes(data.get("takes", {}))},
            schema=schema,
            strict=strict if "strict" in data else parent.strict,
            models=(*parent.models, *map(self._model, data.get("models", ()))),
            output_limit_field=data.get("output_limit_field", parent.output_limit_field),
            options={**parent.options, **data.get("options", {})},
            elsewhere=data.get("elsewhere"),
        )

    def known(self, data: Mapping[str, Any], keys: frozenset[str], where: str) -> None:
        unknown = sorted(data.keys() - keys)
        if unknown:
            raise self._error(f"{where} has the unknown key `{unknown[0]}`")

    def _auth(self, data: dict[str, Any] | None, parent: Auth) -> Auth:
        if data is None:
            return parent
        self.known(data, frozenset({"kind", "header", "prefix"}), "`auth`")
        if data.get("kind") == "header":
            return Auth(kind="header", header=data["header"], prefix=data.get("prefix", ""))
        return replace(parent, **data)

    def _name_rule(self, data: dict[str, Any] | None, parent: NameRule) -> NameRule:
        if data is None:
            return parent
        keys = frozenset({"pattern", "shortest", "longest", "source", "date"})
        self.known(data, keys, "`tool_name`")
        own = {"source": self._source, "date": self._date, **data}
        return replace(parent, **{**own, "date": str(own["date"])})

    def _limits(self, data: dict[str, Any], parent: Mapping[str, Fact]) -> dict[str, Fact]:
        """The parent's limits with those of the file; null takes one away."""
        self.known(data, frozenset(LIMITS), "`limits`")
        own = {key: self._fact(each, None) for key, each in data.items() if each is not None}
        kept = {key: fact for key, fact in parent.items() if key not in data}
        return {**kept, **own}

    def _takes(self, data: dict[str, Any]) -> dict[str, Fact]:
        self.known(data, frozenset(SUBJECTS), "`takes`")
        return {key: self._fact(value, ACCEPTANCES) for key, value in data.items()}

    def _rules(self, data: dict[str, Any] | None, parent: SchemaRules | None) -> SchemaRules | None:
        if data is None:
            return parent
        keys = frozenset({"inherits", "otherwise", "features", "rewrites", "property_name"})
        self.known(data, keys, "the schema rules")
        base = SchemaRules(otherwise=self._fact("hint", SUPPORTS))
        if parent is not None and data.get("inherits", True):
            base = parent
        own = {key: self._fact(each, SUPPORTS) for key, each in data.get("features", {}).items()}
        given = data.get("otherwise")
        return SchemaRules(
            otherwise=base.otherwise if given is None else self._fact(given, SUPPORTS),
            features={**base.features, **own},
            rewrites=tuple(data.get("rewrites", base.rewrites)),
            property_name=self._property_name(data.get("property_name"), base.property_name),
        )

    def _property_name(
        self, data: dict[str, Any] | None, parent: PropertyNameRule | None
    ) -> PropertyNameRule | None:
        if data is None:
            return parent
        keys = frozenset({"pattern", "longest", "only_arguments", "source", "date"})
        self.known(data, keys, "`property_name`")
        own = {"source": self._source, "date": self._date, **data}
        return PropertyNameRule(**{**own, "date": str(own["date"])})

    def _model(self, data: dict[str, Any]) -> ModelRule:
        keys = frozenset({"models", "takes", "output_limit_field", "source", "date", "note"})
        self.known(data, keys, "a rule for models")
        reader = _Reader(
            self._name,
            str(data.get("source", self._source)),
            str(data.get("date", self._date)),
        )
        takes = reader._takes(data.get("takes", {}))
        if "note" in data:
            takes = {
                key: replace(each, note=each.note or data["note"]) for key, each in takes.items()
            }
        return ModelRule(
            models=tuple(data["models"]),
            takes=takes,
            output_limit_field=data.get("output_limit_field"),
        )

    def _fact(self, data: Any, words: tuple[str, ...] | None) -> Fact:
        """A fact is its value, or a mapping with `is` and what is known beside."""
        said = data if isinstance(data, dict) else {"is": data}
        self.known(said, frozenset({"is", "note", "source", "date"}), "a fact")
        value: str | int = said.get("is", "")
        if not (isinstance(value, int) if words is None else value in words):
            raise self._error(f"a fact says `{value}`")
        return Fact(
            value=value,
            source=str(said.get("source", self._source)),
            date=str(said.get("date", self._date)),
            note=said.get("note"),
        )

    def _error(self, message: str) -> DialectError:
        return DialectError(f"the dialect `{self._name}`: {message}")
