"""Reading the arguments of a call, the same way for every wire format.

Providers send an object, the JSON text of one, or nothing at all for a tool without parameters.
What can be read without a guess is read; everything else gets the name of its defect, and the
value as received stays on the call.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from toolspec.jsontypes import Json, JsonObject
from toolspec.strict_json import StrictJsonError, is_too_deep, parse
from toolspec.trace import CallDefect, InvalidReason

# Why a decision is invalid when its first call has this defect.
REASON_FOR_DEFECT: Mapping[CallDefect, InvalidReason] = MappingProxyType(
    {
        "malformed_call": "malformed_call",
        "unsupported_call_type": "unsupported_call_type",
        "unknown_tool": "unknown_tool",
        "unsolicited": "unsolicited",
        "not_json": "malformed_arguments",
        "truncated": "truncated",
        "not_object": "malformed_arguments",
        "double_encoded": "malformed_arguments",
        "duplicate_key": "malformed_arguments",
    }
)


@dataclass(frozen=True, slots=True)
class Arguments:
    """What was read: `value` is null exactly when `defect` is not."""

    value: JsonObject | None
    defect: CallDefect | None = None
    anomalies: tuple[str, ...] = ()


def read_arguments(raw: Json, *, limit_reached: bool = False, is_last: bool = True) -> Arguments:
    """Read the arguments of one call from the value that the provider sent (null when missing).

    `limit_reached` says that the output limit cut the answer; then unfinished arguments are
    `truncated`, and so are missing ones of the last call (`is_last`), which was cut before them.
    """
    if raw is None or raw == "" or (isinstance(raw, str) and raw.isspace()):
        if limit_reached and is_last:
            return Arguments(None, "truncated")
        return Arguments({}, anomalies=("empty_arguments",))
    if isinstance(raw, dict):
        if is_too_deep(raw):
            return Arguments(None, "not_json", ("arguments_too_deep",))
        return Arguments(raw, anomalies=("arguments_object",))
    if not isinstance(raw, str):
        return Arguments(None, "not_object")
    return _from_text(raw, limit_reached)


def _from_text(text: str, limit_reached: bool) -> Arguments:
    try:
        value = parse(text)
    except StrictJsonError as error:
        return _unreadable(error, limit_reached)
    if isinstance(value, dict):
        return Arguments(value)
    if value is None:
        return Arguments({}, anomalies=("empty_arguments",))
    if isinstance(value, str) and _holds_an_object(value):
        return Arguments(None, "double_encoded")
    return Arguments(None, "not_object")


def _unreadable(error: StrictJsonError, limit_reached: bool) -> Arguments:
    if error.kind == "duplicate_key":
        return Arguments(None, "duplicate_key")
    if error.kind == "too_deep":
        return Arguments(None, "not_json", ("arguments_too_deep",))
    if error.kind != "unfinished":
        return Arguments(None, "not_json")
    if limit_reached:
        return Arguments(None, "truncated")
    return Arguments(None, "not_json", ("unfinished_arguments",))


def _holds_an_object(text: str) -> bool:
    try:
        return isinstance(parse(text), dict)
    except StrictJsonError:
        return False
