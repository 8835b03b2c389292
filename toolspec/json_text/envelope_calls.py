"""The calls of one JSON object, each with its defect if it has one."""

from __future__ import annotations

import json

from toolspec.jsontypes import Json
from toolspec.strict_json import StrictJsonError, parse
from toolspec.trace import CallDefect, ToolCall

_CALL = frozenset({"name", "arguments"})


def calls_of(value: Json, offered: frozenset[str]) -> tuple[ToolCall, ...]:
    """Give the calls of an envelope, none when the value is not meant as one.

    An object beside the two forms is meant as a call, and malformed, when its `name` is the name
    of an offered tool.
    """
    if not isinstance(value, dict):
        return ()
    if value.keys() == {"calls"}:
        return _listed(value["calls"], offered)
    if value.keys() == _CALL or _name_of(value) in offered:
        return (_call(value, offered),)
    return ()


def broken_calls(
    document: str, error: StrictJsonError, offered: frozenset[str]
) -> tuple[ToolCall, ...]:
    """Give the calls of an envelope that is JSON by its grammar alone.

    A key given twice, `NaN` and the like make all of it unreadable, so no call has arguments and
    each keeps the document as received. There are none when the document is not an envelope.
    """
    try:
        shape = _SHAPE.decode(document)
    except (ValueError, RecursionError):
        return ()
    defect: CallDefect = "duplicate_key" if error.kind == "duplicate_key" else "not_json"
    return tuple(
        ToolCall(
            call_id=None, name=call.name, arguments=None, raw_arguments=document, defect=defect
        )
        for call in calls_of(shape, offered)
    )


def _listed(listed: Json, offered: frozenset[str]) -> tuple[ToolCall, ...]:
    if isinstance(listed, list):
        return tuple(_call(each, offered) for each in listed)
    return (_malformed(None, listed),) if isinstance(listed, dict) else ()


def _call(entry: Json, offered: frozenset[str]) -> ToolCall:
    name = _name_of(entry)
    if name is None or entry.keys() - _CALL:
        return _malformed(name, entry)
    raw = entry.get("arguments")
    arguments = raw if isinstance(raw, dict) else None
    defect = _offer_defect(name, offered) or _arguments_defect(raw)
    return ToolCall(call_id=None, name=name, arguments=arguments, raw_arguments=raw, defect=defect)


def _name_of(entry: Json) -> str | None:
    name = entry.get("name") if isinstance(entry, dict) else None
    return name if isinstance(name, str) and name else None


def _offer_defect(name: str, offered: frozenset[str]) -> CallDefect | None:
    if name in offered:
        return None
    return "unknown_tool" if offered else "unsolicited"


def _arguments_defect(raw: Json) -> CallDefect | None:
    """Arguments must be there, and must be an object: the text of one is not one."""
    if isinstance(raw, dict):
        return None
    return "double_encoded" if isinstance(raw, str) and _holds_an_object(raw) else "not_object"


def _holds_an_object(text: str) -> bool:
    try:
        return isinstance(parse(text), dict)
    except StrictJsonError:
        return False


def _malformed(name: str | None, entry: Json) -> ToolCall:
    return ToolCall(
        call_id=None, name=name, arguments=None, raw_arguments=entry, defect="malformed_call"
    )


def _nothing(_: str) -> None:
    """Stand in for every number: only names and keys are looked at."""


_SHAPE = json.JSONDecoder(parse_int=_nothing, parse_float=_nothing, parse_constant=_nothing)
