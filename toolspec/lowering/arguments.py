"""Arguments that a model wrote for a lowered schema, back in terms of the canonical one.

Both schemas are walked beside the value. The canonical one says what a value means; the lowered
one says whether the model had to write it otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from typing import Final

from toolspec.contract import ArgumentValidator, BrokenSchema, ValidationTimeout
from toolspec.jsontypes import Json, JsonObject
from toolspec.lowering.enum_texts import enum_text
from toolspec.lowering.nulls import Nulls
from toolspec.lowering.values import types_of
from toolspec.lowering.views import (
    Schemas,
    Views,
    branches,
    of_item,
    of_property,
    requires,
    unions,
)

NULL_TAKEN_BACK: Final = "null_taken_back"
TEXT_ENUM_TAKEN_BACK: Final = "text_enum_taken_back"

# Ways to choose branches that are tried for one value.
_MOST_ALTERNATIVES: Final = 64


class ArgumentRestoring:
    """The way back for one call of one tool."""

    def __init__(self, canonical: JsonObject, lowered: JsonObject) -> None:
        self._canonical = canonical
        self._lowered = lowered
        self._own = Views(canonical)
        self._sent = Views(lowered)
        self._nulls = Nulls(canonical)
        # Recursive unions would otherwise look at one place again for every way to come there.
        self._known: dict[tuple[int, ...], Json] = {}

    def restored(self, arguments: JsonObject) -> tuple[JsonObject, tuple[str, ...]]:
        """The arguments, and the anomalies; the same object where nothing was to take back."""
        try:
            restored = self._value(arguments, (self._canonical,), (self._lowered,))
            return restored, tuple(dict.fromkeys(_anomalies(arguments, restored)))
        except RecursionError:
            return arguments, ()

    def _value(self, value: Json, own: Schemas, sent: Schemas) -> Json:
        """A value that the schemas of `own` and `sent` look at."""
        if not isinstance(value, str | list | dict) or not own:
            return value
        key = (id(value), len(own), *map(id, own), *map(id, sent))
        if key not in self._known:
            self._known[key] = self._restored(value, own, sent)
        return self._known[key]

    def _restored(self, value: Json, own: Schemas, sent: Schemas) -> Json:
        certain = self._own.certain(own)
        possible = self._sent.possible(sent)
        if not unions(certain):
            return self._plain(value, certain, possible)
        if self._fits(value, own):
            return value
        alternatives = list(islice(self._alternatives(certain), _MOST_ALTERNATIVES))
        for each in alternatives:
            restored = self._plain(value, each, possible)
            if restored is not value and self._fits(restored, own):
                return restored
        # Nothing is right; what was added to the branch that is meant is taken back all the same.
        meant = next((each for each in alternatives if _allow_type(each, value)), certain)
        return self._plain(value, meant, possible)

    def _alternatives(
        self, certain: list[JsonObject], chosen: frozenset[int] = frozenset()
    ) -> Iterator[list[JsonObject]]:
        """What holds for each way to choose a branch in every union, the first branches first."""
        union = next((each for each in unions(certain) if id(each) not in chosen), None)
        if union is None:
            yield certain
            return
        for branch in union:
            reached = self._own.certain((*certain, branch))
            yield from self._alternatives(reached, chosen | {id(union)})

    def _plain(self, value: Json, own: list[JsonObject], sent: list[JsonObject]) -> Json:
        if isinstance(value, str):
            return _original(value, own, sent)
        if isinstance(value, list):
            return self._items(value, own, sent)
        return self._properties(value, own, sent)

    def _items(
        self, value: list[Json], own: list[JsonObject], sent: list[JsonObject]
    ) -> list[Json]:
        items = [
            self._value(each, of_item(own, index), of_item(sent, index))
            for index, each in enumerate(value)
        ]
        return value if all(new is old for new, old in zip(items, value, strict=True)) else items

    def _properties(
        self, value: JsonObject, own: list[JsonObject], sent: list[JsonObject]
    ) -> JsonObject:
        members = {
            name: self._value(each, of_property(own, name), of_property(sent, name))
            for name, each in value.items()
            if each is not None or not self._was_added(name, own, sent)
        }
        is_same = len(members) == len(value) and all(members[name] is value[name] for name in value)
        return value if is_same else members

    def _was_added(self, name: str, own: list[JsonObject], sent: list[JsonObject]) -> bool:
        """Whether null stands for a property left out, which only the lowered schema requires."""
        if requires(own, name) or not requires(sent, name):
            return False
        return not all(map(self._nulls.accepted, of_property(own, name)))

    def _fits(self, value: Json, own: Schemas) -> bool:
        if self._validator is None:
            return False
        try:
            return not self._validator.at({"allOf": list(own)}).violations(value)
        except ValidationTimeout:
            return False

    @cached_property
    def _validator(self) -> ArgumentValidator | None:
        try:
            return ArgumentValidator(self._canonical)
        except BrokenSchema:
            return None


def _original(value: str, own: list[JsonObject], sent: list[JsonObject]) -> Json:
    """The value of a canonical enum or constant that was sent as this text, or the text."""
    if not any(value in branches(schema, "enum") for schema in sent):
        return value
    values = [each for schema in own for each in branches(schema, "enum")]
    values += [schema["const"] for schema in own if "const" in schema]
    if value in values:
        return value
    scalars = (each for each in values if isinstance(each, bool | int | float))
    return next((each for each in scalars if enum_text(each) == value), value)


def _allow_type(schemas: list[JsonObject], value: Json) -> bool:
    kinds = types_of(value)
    stated = [schema["type"] for schema in schemas if "type" in schema]
    lists = (each if isinstance(each, list) else [each] for each in stated)
    return all(any(kind in names for kind in kinds) for names in lists)


def _anomalies(received: Json, restored: Json) -> Iterator[str]:
    """What happened on the way, by comparing both ends of it."""
    if received is restored:
        return
    if isinstance(received, dict):
        if len(restored) < len(received):
            yield NULL_TAKEN_BACK
        for name, value in restored.items():
            yield from _anomalies(received[name], value)
    elif isinstance(received, list):
        for old, new in zip(received, restored, strict=True):
            yield from _anomalies(old, new)
    else:
        yield TEXT_ENUM_TAKEN_BACK
