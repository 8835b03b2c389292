"""An instant, whatever the offset it is written with: `{$datetime: "2026-03-01T10:00:00+03:00"}`.

A time without an offset names no instant and fails as `ambiguous_timezone`, unless the zone it is
meant in is given: `{$datetime: {value: "2026-03-01T10:00", timezone: Europe/Moscow}}`. The zone is
an offset or a name of the time zone database.
"""

from datetime import tzinfo

from toolspec.jsontypes import Json, JsonObject
from toolspec.matchers import Comparison, Context, Difference, matcher_difference
from toolspec.matchers._instants import instant, parse_moment, parse_zone
from toolspec.wording import kind, shown

SCHEMA: JsonObject = {
    "type": ["string", "object"],
    "properties": {"value": {"type": "string"}, "timezone": {"type": "string"}},
    "required": ["value", "timezone"],
    "additionalProperties": False,
    "description": "an RFC 3339 date with a time, or `value` and `timezone`, all of them texts",
}


def differs(option: Json, actual: Json, context: Context) -> Difference | Comparison | None:
    """Differs from every text that does not name the same instant."""
    value, zone = _read(option)
    if actual == value:
        return Comparison()
    hint = _reason(value, actual, zone)
    return None if hint is None else matcher_difference("$datetime", option, actual, context, hint)


def solve(option: Json, context: Context) -> Json:
    """The text as written."""
    return _read(option)[0]


def problem(option: Json, context: Context | None) -> str | None:
    """The value must be a date with a time that names an instant, and the zone must be known."""
    value, zone = _read(option)
    if isinstance(option, dict) and zone is None:
        return f"no time zone is named {shown(option['timezone'])}"
    moment = parse_moment(value)
    if moment is None:
        return f"{shown(value)} is not an RFC 3339 date with a time"
    if instant(moment, zone) is None:
        return f"{shown(value)} has no offset; add one, or give `value` and `timezone`"
    return None


def _read(option: Json) -> tuple[str, tzinfo | None]:
    if isinstance(option, str):
        return option, None
    return option["value"], parse_zone(option["timezone"])


def _reason(value: str, actual: Json, zone: tzinfo | None) -> str | None:
    if not isinstance(actual, str):
        return f"expected a text, got {kind(actual)}"
    wanted, moment = parse_moment(value), parse_moment(actual)
    if wanted is None or moment is None:
        return "not an RFC 3339 date with a time"
    got = instant(moment, zone)
    if got is None:
        return "ambiguous_timezone: the time has no offset"
    return None if got == instant(wanted, zone) else "another instant"
