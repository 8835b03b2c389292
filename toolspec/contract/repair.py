"""The one repair of invalid arguments: values that a model wrote as text are read as JSON.

It is named and versioned, never adds, removes or renames a field, and touches only texts that the
contract refuses. What it gives back is valid; otherwise it gives nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from toolspec import strict_json
from toolspec.contract.violation import Violation
from toolspec.jsontypes import Json, JsonObject
from toolspec.pointers import join

REPAIR_VERSION: Final = "1"

# Each pass can open one level of texts within texts.
MAX_PASSES = 4

_REPAIRABLE = frozenset({"wrong_type", "not_in_enum", "combinator_mismatch"})
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")


def repair(
    arguments: Json, violations: Callable[[Json], tuple[Violation, ...]]
) -> tuple[JsonObject, tuple[str, ...]] | None:
    """Valid arguments and the sorted names of the repairs that made them so, or None.

    `violations` is the contract. Valid arguments come back as they are, with no names.
    """
    names: set[str] = set()
    for _ in range(MAX_PASSES):
        found = violations(arguments)
        if not found:
            return (arguments, tuple(sorted(names))) if isinstance(arguments, dict) else None
        pointers = {each.pointer for each in found if each.code in _REPAIRABLE}
        if not pointers:
            return None
        arguments = _repaired(arguments, "", pointers, names)
    return None


def _repaired(value: Json, pointer: str, pointers: set[str], names: set[str]) -> Json:
    if isinstance(value, dict):
        return {
            name: _repaired(each, join(pointer, name), pointers, names)
            for name, each in value.items()
        }
    if isinstance(value, list):
        return [
            _repaired(each, join(pointer, index), pointers, names)
            for index, each in enumerate(value)
        ]
    if isinstance(value, str) and pointer in pointers and (read := _read(value)):
        names.add(read[0])
        return read[1]
    return value


def _read(text: str) -> tuple[str, Json] | None:
    if text in ("true", "false"):
        return "boolean_from_string", text == "true"
    try:
        value = strict_json.parse(text)
    except strict_json.StrictJsonError:
        return None
    if isinstance(value, dict | list):
        return "json_from_string", value
    if _NUMBER.fullmatch(text):
        return "number_from_string", value
    return None
