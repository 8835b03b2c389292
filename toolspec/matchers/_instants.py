"""Dates with a time as RFC 3339 writes them, and the instants they name.

The seconds may be left out. An offset may be left out too, but then there is no instant until a
zone is given. Instants are exact: fractions of a second are not rounded.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from fractions import Fraction
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

_DATETIME: Final = re.compile(
    r"(?P<date>[0-9]{4}-[0-9]{2}-[0-9]{2})[Tt ](?P<time>[0-9]{2}:[0-9]{2})"
    r"(?::(?P<second>[0-9]{2})(?P<fraction>\.[0-9]+)?)?(?P<offset>[Zz]|[+-][0-9]{2}:[0-9]{2})?"
)
_OFFSET: Final = re.compile(r"(?P<sign>[+-])(?P<hours>[01][0-9]|2[0-3]):(?P<minutes>[0-5][0-9])")
_LAST_SECOND = 60  # a leap second is the start of the next minute


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """A local date and time: whole minutes, seconds within the minute, and the zone if given."""

    minute: datetime
    seconds: Fraction
    zone: tzinfo | None


def parse_moment(text: str) -> Moment | None:
    """Read a date with a time, or null when the text is not one."""
    found = _DATETIME.fullmatch(text)
    if found is None or int(found["second"] or 0) > _LAST_SECOND:
        return None
    zone = None if found["offset"] is None else parse_zone(found["offset"])
    if found["offset"] is not None and zone is None:
        return None
    try:
        minute = datetime.fromisoformat(f"{found['date']}T{found['time']}")
    except ValueError:
        return None
    seconds = Fraction(f"{found['second'] or 0}{found['fraction'] or ''}")
    return Moment(minute=minute, seconds=seconds, zone=zone)


def parse_zone(text: str) -> tzinfo | None:
    """Read `Z`, an offset such as `+03:00` or a zone such as `Europe/Moscow`; null if unknown."""
    if text in ("Z", "z"):
        return UTC
    offset = _OFFSET.fullmatch(text)
    if offset is not None:
        span = timedelta(hours=int(offset["hours"]), minutes=int(offset["minutes"]))
        return timezone(-span if offset["sign"] == "-" else span)
    try:
        return ZoneInfo(text)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def instant(moment: Moment, default_zone: tzinfo | None = None) -> Fraction | None:
    """Seconds since the start of year 1 in UTC, or null without a zone.

    A local time that a change of clocks makes twice is taken as the first of the two.
    """
    zone = moment.zone or default_zone
    if zone is None:
        return None
    offset = zone.utcoffset(moment.minute.replace(tzinfo=zone)) or timedelta()
    local = moment.minute - datetime.min
    return Fraction((local - offset) // timedelta(seconds=1)) + moment.seconds
