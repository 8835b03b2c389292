"""A date or time counted from `world.clock`: `{$relative: {days: 1}}` is tomorrow.

The distances `years`, `months`, `weeks`, `days`, `hours` and `minutes` are added up and may be
negative; a month is a calendar month, cut at its last day. `format: date` wants a date in the
clock's own offset, `format: date-time` the instant; without `format` it is the instant when `hours`
or `minutes` are given, and the date otherwise.
"""

import calendar
from dataclasses import replace
from datetime import MAXYEAR, MINYEAR, datetime, timedelta
from decimal import Decimal

from toolspec.jsontypes import Json, JsonObject
from toolspec.matchers import (
    CheckError,
    Context,
    Difference,
    Unsolvable,
    matcher_difference,
)
from toolspec.matchers._instants import Moment, instant, parse_moment
from toolspec.wording import kind

_UNITS = ("years", "months", "weeks", "days", "hours", "minutes")
SCHEMA: JsonObject = {
    "type": "object",
    "properties": {
        **{unit: {"type": "integer"} for unit in _UNITS},
        "format": {"enum": ["date", "date-time"]},
    },
    "anyOf": [{"required": [unit]} for unit in _UNITS],
    "additionalProperties": False,
    "description": f"whole numbers of {', '.join(_UNITS)}, and `format: date` or `date-time`",
}


def differs(option: Json, actual: Json, context: Context) -> Difference | None:
    """Differs from every text that does not name that date or instant."""
    target = _target(option, context)
    if isinstance(target, str):
        raise CheckError(f"`$relative`: {target}")
    hint = _reason(option, actual, target)
    return None if hint is None else matcher_difference("$relative", option, actual, context, hint)


def solve(option: Json, context: Context) -> Json:
    """The date or the instant, in the clock's own offset."""
    target = _target(option, context)
    if isinstance(target, str):
        raise Unsolvable(target)
    return _text(option, target)


def problem(option: Json, context: Context | None) -> str | None:
    """The world must have a clock with an offset, and the result must be in the calendar."""
    target = None if context is None else _target(option, context)
    return target if isinstance(target, str) else None


def _target(option: JsonObject, context: Context) -> Moment | str:
    """The moment meant, or the reason why there is none."""
    if context.clock is None:
        return "needs `world.clock`"
    clock = parse_moment(context.clock)
    if clock is None or clock.zone is None:
        return "needs a `world.clock` that is an RFC 3339 date with a time and an offset"
    months = int(option.get("years", 0)) * 12 + int(option.get("months", 0))
    try:
        span = timedelta(**{unit: option.get(unit, 0) for unit in _UNITS[2:]})
        return replace(clock, minute=_plus_months(clock.minute, months) + span)
    except (OverflowError, ValueError):
        return "the result is outside of the calendar"


def _plus_months(moment: datetime, months: int) -> datetime:
    years, month = divmod(moment.month - 1 + months, 12)
    year = moment.year + years
    if not MINYEAR <= year <= MAXYEAR:
        raise ValueError(year)
    last_day = calendar.monthrange(year, month + 1)[1]
    return moment.replace(year=year, month=month + 1, day=min(moment.day, last_day))


def _is_date(option: JsonObject) -> bool:
    if "format" in option:
        return bool(option["format"] == "date")
    return "hours" not in option and "minutes" not in option


def _text(option: JsonObject, target: Moment) -> str:
    if _is_date(option):
        return target.minute.date().isoformat()
    seconds = Decimal(target.seconds.numerator) / Decimal(target.seconds.denominator)
    whole, point, fraction = f"{seconds:f}".partition(".")
    offset = target.minute.replace(tzinfo=target.zone).isoformat()[-6:]
    minute = target.minute.isoformat(timespec="minutes")
    return f"{minute}:{whole.zfill(2)}{point}{fraction}{offset}"


def _reason(option: JsonObject, actual: Json, target: Moment) -> str | None:
    if not isinstance(actual, str):
        return f"expected a text, got {kind(actual)}"
    wanted = _text(option, target)
    if actual == wanted:
        return None
    got = None if _is_date(option) else parse_moment(actual)
    if got is not None and got.zone is None:
        return f"ambiguous_timezone: the time has no offset; expected `{wanted}`"
    if got is not None and instant(got) == instant(target):
        return None
    return f"expected `{wanted}`"
