"""The words for each way in which a document departs from the shape of the language."""

from __future__ import annotations

from typing import Any

from toolspec import language, wording
from toolspec.diagnostics import Diagnostics
from toolspec.jsontypes import Json, JsonObject
from toolspec.secret_lines import SECRET_KEY
from toolspec.source import Document, PathSteps

_TYPES = {
    "object": "a mapping",
    "array": "a list",
    "string": "a text",
    "boolean": "true or false",
    "null": "nothing",
    "integer": "a whole number",
    "number": "a number",
}
_BOUNDS = {
    "minimum": "at least",
    "maximum": "at most",
    "exclusiveMinimum": "more than",
    "exclusiveMaximum": "less than",
}
_YAML_1_1_BOOLEANS = {
    "yes": "true",
    "on": "true",
    "y": "true",
    "no": "false",
    "off": "false",
    "n": "false",
}
_DURATION_HELP = "write `500ms`, `60s` or `2m`"
_NAME_HELP = "letters, digits and `_ . -`, at most 100"


class ShapeReport:
    """Reports problems of shape, each at its smallest place."""

    def __init__(self, document: Document, problems: Diagnostics) -> None:
        self._document = document
        self._problems = problems

    def empty(self, code: str, path: PathSteps) -> None:
        """A check that checks nothing."""
        help = "write an expectation, or remove the line"
        self._add(code, "this checks nothing", path, help=help)

    def wrong_type(self, schemas: list[JsonObject], value: Json, path: PathSteps) -> None:
        """A value of another kind than any of `schemas` takes."""
        if _is_key_env(path):
            self._secret("this is not the name of an environment variable", path)
            return
        resolved = [language.resolve(each) for each in schemas]
        wanted = " or ".join(dict.fromkeys(_type_words(each) for each in resolved))
        scalar = not isinstance(value, dict | list) and value is not None
        shown = f" ({wording.shown(value)})" if scalar else ""
        types = {each.get("type", "text") for each in resolved}
        self._add(
            "TS101",
            f"expected {wanted}, got {wording.kind(value)}{shown}",
            path,
            help=self._type_help(types, value, path),
        )

    def _type_help(self, types: set[str], value: Json, path: PathSteps) -> str | None:
        if "string" in types and isinstance(value, bool | int | float):
            written = self._document.written(path)
            return None if written.startswith("*") else f'quote it: "{written}"'
        if "boolean" in types and isinstance(value, str) and value.lower() in _YAML_1_1_BOOLEANS:
            return f"write `{_YAML_1_1_BOOLEANS[value.lower()]}`"
        if types & {"number", "integer"} and isinstance(value, str):
            return "write a plain decimal number, without quotes"
        if "array" in types and "object" not in types and isinstance(value, str):
            return f"write a list: `[{wording.visible(value)}]`" if len(value) < 40 else None
        if "object" in types and isinstance(value, list):
            return "write its keys one below the other, without `-`"
        return None

    def not_allowed(self, allowed: list[Json], value: Json, path: PathSteps) -> None:
        """A value that is none of the few that may stand here."""
        listed = ", ".join(_bare(each) for each in allowed)
        names = [each for each in allowed if isinstance(each, str)]
        near = wording.nearest(value, names) if isinstance(value, str) else None
        help = f"did you mean `{near}`?" if near else f"allowed: {listed}"
        self._add("TS104", f"`{_shown(value)}` is not allowed here", path, help=help)

    def missing_key(self, key: str, schema: JsonObject, path: PathSteps) -> None:
        """A key that has to be there."""
        is_named = bool(path) and isinstance(path[-1], str)
        where = f"in `{wording.visible(str(path[-1]))}`" if is_named else "here"
        help = schema.get("description") or language.resolve(schema).get("description")
        message = f"the key `{key}` is missing {where}"
        self._add("TS103", message, path, at="first_key", help=help)

    def unknown_key(self, key: str, value: Json, known: JsonObject, path: PathSteps) -> None:
        """A key that the language does not have; a secret is told from a slip of the pen."""
        if _holds_secret(key, value):
            self._secret("a secret does not belong in a spec", path)
            return
        homes = (f"`{key}` belongs in `{each}`" for each in _homes(key, known))
        help = next(homes, None) or wording.did_you_mean(key, known)
        self._add("TS102", f"unknown key `{wording.visible(key)}`", path, at="key", help=help)

    def too_few(self, least: int, size: int, noun: str, path: PathSteps) -> None:
        """A list or mapping that is too short."""
        message = f"at least {wording.counted(least, noun)} needed, there are {size}"
        self._add("TS105", message, path)

    def too_many(self, most: int, size: int, noun: str, path: PathSteps) -> None:
        """A list or mapping that is too long."""
        help = None
        if path and isinstance(path[-1], int):
            help = "the long form: `{call: NAME, args: {…}, match: subset}`"
        message = f"at most {wording.counted(most, noun)} allowed, there are {size}"
        self._add("TS105", message, path, help=help)

    def empty_text(self, path: PathSteps) -> None:
        """A text without a character."""
        self._add("TS105", "the text is empty", path)

    def wrong_text(self, text: str, path: PathSteps, *, at: str = "value") -> None:
        """A text that does not have the form it needs."""
        if _is_key_env(path):
            self._secret("this is not the name of an environment variable", path)
            return
        help = _DURATION_HELP if path[-1] in ("timeout", "max_wait") else _NAME_HELP
        message = f"the text {wording.shown(text)} is not allowed here"
        self._add("TS106", message, path, at=at, help=help)

    def not_finite(self, path: PathSteps) -> None:
        """`.nan` or `.inf`."""
        message = f"`{self._document.written(path)}` is not a finite number"
        self._add("TS108", message, path)

    def out_of_bounds(
        self, schema: JsonObject, keyword: str, value: float, path: PathSteps
    ) -> None:
        """A number beyond one of its bounds."""
        help = None
        if (schema.get("minimum"), schema.get("maximum")) == (0, 1) and value > 1:
            help = f"a share: write {value / 100:g} for {value:g} %"
        needed = f"{_BOUNDS[keyword]} {schema[keyword]}"
        message = f"the number must be {needed}, it is {wording.shown(value)}"
        self._add("TS105", message, path, help=help)

    def _secret(self, message: str, path: PathSteps) -> None:
        help = "put it in an environment variable, and name that variable in `key_env`"
        found = self._document.diagnostic("TS603", message, path, at="key", help=help)
        self._problems.add(found)

    def _add(self, code: str, message: str, path: PathSteps, **more: Any) -> None:
        self._problems.add(self._document.diagnostic(code, message, path, **more))


def _is_key_env(path: PathSteps) -> bool:
    return bool(path) and path[-1] == "key_env"


def _holds_secret(key: str, value: Json) -> bool:
    """Whether a key, or one below it, is named as secrets are."""
    if SECRET_KEY.search(key):
        return True
    return isinstance(value, dict) and any(_holds_secret(*each) for each in value.items())


def _type_words(schema: JsonObject) -> str:
    if "const" in schema:
        return _bare(schema["const"])
    if "enum" in schema:
        return "one of " + ", ".join(_bare(each) for each in schema["enum"])
    return _TYPES[schema["type"]]


def _bare(value: Json) -> str:
    return f"`{_shown(value)}`"


def _shown(value: Json) -> str:
    return value if isinstance(value, str) else wording.shown(value)


def _homes(key: str, siblings: JsonObject) -> list[str]:
    """The sibling keys whose own mapping knows `key`: it was written one level too high."""
    return [
        name
        for name, schema in siblings.items()
        if any(
            key in language.resolve(each).get("properties", {})
            for each in language.resolve(schema).get("oneOf", [schema])
        )
    ]
