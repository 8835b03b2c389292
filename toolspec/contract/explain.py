"""Turn an error of the schema validator into a `Violation` with a code and plain words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from jsonschema import ValidationError

from toolspec.contract.describe import any_of, described, shown, type_phrase
from toolspec.contract.document import Path
from toolspec.contract.violation import Violation, ViolationCode
from toolspec.jsontypes import Json
from toolspec.pointers import json_pointer

_CODES: Final[dict[str, ViolationCode]] = {
    "required": "missing_argument",
    "additionalProperties": "extra_argument",
    "properties": "extra_argument",
    "patternProperties": "extra_argument",
    "propertyNames": "extra_argument",
    "unevaluatedProperties": "extra_argument",
    "type": "wrong_type",
    "enum": "not_in_enum",
    "const": "not_in_enum",
    "pattern": "pattern_mismatch",
    "format": "format_mismatch",
    "minimum": "out_of_range",
    "maximum": "out_of_range",
    "exclusiveMinimum": "out_of_range",
    "exclusiveMaximum": "out_of_range",
    "multipleOf": "out_of_range",
    "minLength": "wrong_length",
    "maxLength": "wrong_length",
    "minProperties": "wrong_length",
    "maxProperties": "wrong_length",
    "minItems": "wrong_items",
    "maxItems": "wrong_items",
    "uniqueItems": "wrong_items",
    "contains": "wrong_items",
    "minContains": "wrong_items",
    "maxContains": "wrong_items",
    "items": "wrong_items",
    "unevaluatedItems": "wrong_items",
}


def _one_of(values: list[Json]) -> str:
    return f"one of {any_of([shown(each) for each in values])}" if values else "nothing at all"


_EXPECTED: Final[dict[str, Callable[[Any], str]]] = {
    "type": type_phrase,
    "enum": _one_of,
    "const": shown,
    "pattern": lambda pattern: f"text that matches `{pattern}`",
    "format": lambda name: f"text in the format `{name}`",
    "minimum": lambda limit: f"a number of at least {limit}",
    "maximum": lambda limit: f"a number of at most {limit}",
    "exclusiveMinimum": lambda limit: f"a number above {limit}",
    "exclusiveMaximum": lambda limit: f"a number below {limit}",
    "multipleOf": lambda step: f"a multiple of {step}",
    "minLength": lambda limit: f"at least {limit} characters",
    "maxLength": lambda limit: f"at most {limit} characters",
    "minProperties": lambda limit: f"at least {limit} properties",
    "maxProperties": lambda limit: f"at most {limit} properties",
    "minItems": lambda limit: f"at least {limit} items",
    "maxItems": lambda limit: f"at most {limit} items",
    "uniqueItems": lambda _: "items that all differ",
    "contains": lambda _: "an item that fits `contains`",
    "minContains": lambda limit: f"at least {limit} items that fit `contains`",
    "maxContains": lambda limit: f"at most {limit} items that fit `contains`",
    "items": lambda _: "no items beyond `prefixItems`",
    "unevaluatedItems": lambda _: "no further items",
    "anyOf": lambda _: "a value that fits one of `anyOf`",
    "oneOf": lambda _: "a value that fits exactly one of `oneOf`",
    "not": lambda _: "a value that does not fit `not`",
    "dependentRequired": lambda _: "all arguments that `dependentRequired` wants together",
}


def explained(errors: list[ValidationError]) -> tuple[Violation, ...]:
    """The violations behind errors, none twice.

    Behind an error is itself, or what is behind the errors of the one branch that was meant.
    """
    return tuple(_Explanation().of(errors, ()))


class _Explanation:
    """Explains what one keyword finds in one place once, however many errors lead there."""

    def __init__(self) -> None:
        self._known: dict[tuple[object, int, Path], list[Violation]] = {}

    def of(self, errors: list[ValidationError], place: Path) -> list[Violation]:
        """The violations, without repetition; the paths of the errors begin at `place`."""
        return list(dict.fromkeys(each for error in errors for each in self._behind(error, place)))

    def _behind(self, error: ValidationError, place: Path) -> list[Violation]:
        path = (*place, *error.relative_path)
        key = (error.validator, id(error.schema), path)
        if key not in self._known:
            meant = _meant_branch(error)
            self._known[key] = self.of(meant, path) if meant else [_violation(error, path)]
        return self._known[key]


def _meant_branch(error: ValidationError) -> list[ValidationError]:
    """The errors of the only branch whose type fits the value, when there are other branches."""
    if error.validator not in ("anyOf", "oneOf"):
        return []
    branches: dict[Any, list[ValidationError]] = {}
    for each in error.context or ():
        if not each.relative_schema_path:
            continue  # the branch is `false`
        branches.setdefault(each.relative_schema_path[0], []).append(each)
    fitting = [each for each in branches.values() if not any(map(_is_wrong_kind, each))]
    return fitting[0] if len(fitting) == 1 else []


def _is_wrong_kind(error: ValidationError) -> bool:
    return error.validator in ("type", "const", "enum") and not error.relative_path


def _violation(error: ValidationError, path: Path) -> Violation:
    keyword = str(error.validator or "")
    code = _CODES.get(keyword, "combinator_mismatch")
    if not keyword and path and isinstance(path[-1], str):
        code = "extra_argument"
    if code in ("missing_argument", "extra_argument"):
        return _of_name(code, path, keyword)
    expected = _EXPECTED.get(keyword, lambda _: "no value here")(error.validator_value)
    got = described(error.instance)
    return Violation(
        code=code,
        pointer=json_pointer(path),
        keyword=keyword,
        expected=expected,
        got=got,
        message=f"expected {expected}, got {got}",
    )


def _of_name(code: ViolationCode, path: Path, keyword: str) -> Violation:
    name = f"`{path[-1]}`"
    is_missing = code == "missing_argument"
    return Violation(
        code=code,
        pointer=json_pointer(path),
        keyword=keyword,
        expected=f"an argument {name}" if is_missing else f"no argument {name}",
        got="none" if is_missing else "one",
        message=f"required argument {name} is missing"
        if is_missing
        else f"argument {name} is not allowed",
    )
