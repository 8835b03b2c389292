"""Acceptable values of BFCL's answer keys → expected arguments.

An answer key lists the acceptable values of each argument; `""` among them says that the argument
may be left out. In a value that is a dict (or a list of dicts) every inner value is such a list
again. A value that the function's schema refuses can never be part of a valid call: it is left out,
and an argument of which nothing is left makes the key impossible.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from toolspec.contract import ArgumentValidator, ValidationTimeout
from toolspec.importers.records import LeftOut
from toolspec.jsontypes import Json, JsonObject
from toolspec.pointers import json_pointer
from toolspec.source import PathSteps
from toolspec.wording import shown

_LEFT_OUT = ""
_ABSENT: JsonObject = {"$absent": True}


class ImpossibleKey(ValueError):
    """No valid call fits the key; the text says why. `kind` is the same for equal reasons."""

    def __init__(self, why: str, kind: str) -> None:
        super().__init__(why)
        self.kind = kind


@dataclass(slots=True)
class AnswerKey:
    """Reads the keys of calls of one function. `lost` collects values no valid call can have."""

    schema: JsonObject
    lost: list[LeftOut] = field(default_factory=list)
    _validator: ArgumentValidator = field(init=False)

    def __post_init__(self) -> None:
        self._validator = ArgumentValidator(self.schema)

    def arguments(self, key: JsonObject, path: PathSteps) -> JsonObject:
        """The expected arguments of one call, whose key stands at `path`; `ImpossibleKey`."""
        if _names_matcher(key):
            raise ImpossibleKey("a name that begins with `$` cannot be expected", "name with $")
        expected = self._properties(key, self.schema, path)
        example = _example(expected)
        self._check_whole(example)
        return expected

    def _check_whole(self, example: Json) -> None:
        reason = self._violation(example, self.schema)
        if reason is not None:
            raise ImpossibleKey(f"no valid call has these arguments: {reason}", "key invalid")

    def _properties(self, key: JsonObject, schema: JsonObject, path: PathSteps) -> JsonObject:
        declared = schema.get("properties")
        declared = declared if isinstance(declared, dict) else {}
        required = schema.get("required") or []
        expected: JsonObject = {}
        for name, values in key.items():
            here = (*path, name)
            is_known = name in declared or not declared
            if not is_known and _may_be_left_out(values):
                why = f"the function has no argument `{name}`; it must be left out"
                self.lost.append(LeftOut(json_pointer(here), why, "argument unknown"))
                expected[name] = _ABSENT
                continue
            if not is_known:
                raise ImpossibleKey(f"the function has no argument `{name}`", "argument unknown")
            expected[name] = self._value(
                values, _schema(declared.get(name)), here, is_required=name in required
            )
        return expected

    def _value(
        self, values: Json, schema: JsonObject, path: PathSteps, *, is_required: bool
    ) -> Json:
        """What one of the acceptable values must equal."""
        if not isinstance(values, list):
            return _literal(values)
        given = [each for each in values if each != _LEFT_OUT]
        may_skip = len(given) < len(values)
        if not given and is_required:
            given, may_skip = [_LEFT_OUT], False
        if may_skip and is_required:
            why = "it may not be left out: the function requires it"
            self.lost.append(LeftOut(json_pointer(path), why, "left out though required"))
        options = [
            option
            for index, each in enumerate(given)
            if (option := self._option(each, schema, (*path, index))) is not None
        ]
        if may_skip and not is_required:
            options.append(_ABSENT)
        if not options:
            values_shown = shown(given[0])
            raise ImpossibleKey(
                f"the schema refuses every value of `{path[-1]}`, such as {values_shown}",
                self.lost[-1].kind,
            )
        return options[0] if len(options) == 1 else {"$one_of": options}

    def _option(self, value: Json, schema: JsonObject, path: PathSteps) -> Json:
        """One acceptable value as an expectation; null when the schema refuses it.

        A dict is read as a key of its own, and as a plain value when that does not fit.
        """
        readings = [self._as_key(value, schema, path), _literal(value)]
        reasons = [self._violation(_example(each), schema) for each in readings]
        for reading, reason in zip(readings, reasons, strict=True):
            if reason is None:
                return reading if reading is not None else {"$literal": None}
        enum = schema.get("enum")
        kind = "outside enum" if isinstance(enum, list) and value not in enum else "value invalid"
        why = f"{shown(value)} breaks the schema: {reasons[0]}"
        self.lost.append(LeftOut(json_pointer(path), why, kind))
        return None

    def _as_key(self, value: Json, schema: JsonObject, path: PathSteps) -> Json:
        if isinstance(value, dict):
            lost = len(self.lost)
            try:
                expected = self._properties(value, schema, path)
                # A name with `$` can only stand in a plain value, so one value is chosen.
                return _literal(_example(expected)) if _names_matcher(value) else expected
            except ImpossibleKey:
                del self.lost[lost:]
                return _literal(value)
        if isinstance(value, list) and any(isinstance(each, dict) for each in value):
            items = _schema(schema.get("items"))
            return [self._as_key(each, items, (*path, index)) for index, each in enumerate(value)]
        return _literal(value)

    def _violation(self, value: Json, schema: JsonObject) -> str | None:
        try:
            found = self._validator.at(schema).violations(value)
        except ValidationTimeout as error:
            return str(error)
        return found[0].message if found else None


def _schema(value: Json) -> JsonObject:
    return value if isinstance(value, dict) else {}


def _may_be_left_out(values: Json) -> bool:
    return isinstance(values, list) and _LEFT_OUT in values


def _literal(value: Json) -> Json:
    """A value taken as written, also where it looks like a matcher."""
    return {"$literal": value} if _has_dollar(value) else value


def _names_matcher(value: JsonObject) -> bool:
    return any(key.startswith("$") for key in value)


def _has_dollar(value: Json) -> bool:
    if isinstance(value, dict):
        return _names_matcher(value) or any(map(_has_dollar, value.values()))
    return isinstance(value, list) and any(map(_has_dollar, value))


def _example(expected: Json) -> Json:
    """The first value that an expectation made here accepts."""
    if isinstance(expected, dict):
        if "$literal" in expected:
            return expected["$literal"]
        if "$one_of" in expected:
            return _example(expected["$one_of"][0])
        return {key: _example(each) for key, each in expected.items() if each != _ABSENT}
    if isinstance(expected, list):
        return [_example(each) for each in expected]
    return expected
