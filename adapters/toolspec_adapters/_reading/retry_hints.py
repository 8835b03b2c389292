"""How long the provider asks to wait, and whether it says to try again at all.

Dates in `retry-after` are not read: what they mean depends on the clock.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from toolspec.jsontypes import Json, JsonObject
from toolspec_adapters._reading.error_body import ErrorBody

# Seconds; a number beyond is no wait.
_LONGEST_S = 1e9

_NUMBER = re.compile(r"\d{1,12}(?:\.\d{1,12})?", re.ASCII)
_STEP = r"\d{1,12}(?:\.\d{1,12})?\s?(?:ms|milliseconds?|seconds?|s|minutes?|m|hours?|h)"
_STEP_PARTS = re.compile(r"(\d+(?:\.\d+)?)\s?([a-z]+)", re.ASCII)
_ASKED = re.compile(rf"(?:try again|retry)\s(?:in|after)\s((?:{_STEP}\s?)+)", re.ASCII)
_DURATION = re.compile(rf"(?:{_STEP})+", re.ASCII)
_SECONDS_PER_UNIT = {
    "ms": 0.001,
    "millisecond": 0.001,
    "milliseconds": 0.001,
    "s": 1,
    "m": 60,
    "h": 3600,
}


def retry_after_s(headers: Mapping[str, str], error: ErrorBody) -> float | None:
    """Give the wait in seconds from the headers, else from the body; null when none is named."""
    milliseconds = _number(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return milliseconds / 1000
    seconds = _number(headers.get("retry-after"))
    return seconds if seconds is not None else _from_body(error)


def should_retry(headers: Mapping[str, str], otherwise: bool) -> bool:
    """Follow `x-should-retry`, which overrides what the status alone would say."""
    word = headers.get("x-should-retry", "").strip().lower()
    return otherwise if word not in ("true", "false") else word == "true"


def is_spent_for_the_day(error: ErrorBody) -> bool:
    """Whether Google or AWS names a quota that comes back only with the next day."""
    if "throttlingexception" in error.codes and "per day" in error.text.lower():
        return True
    return any(
        isinstance(violation, dict) and "PerDay" in str(violation.get("quotaId"))
        for detail in _details(error)
        for violation in _entries(detail.get("violations"))
    )


def _details(error: ErrorBody) -> list[JsonObject]:
    return [each for each in _entries(error.source.get("details")) if isinstance(each, dict)]


def _entries(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def _from_body(error: ErrorBody) -> float | None:
    named = error.source.get("retry_after")
    if isinstance(named, int | float) and 0 < named <= _LONGEST_S:
        return float(named)
    for detail in _details(error):
        delay = detail.get("retryDelay")
        if isinstance(delay, str) and _DURATION.fullmatch(delay):
            return _seconds(delay)
    asked = _ASKED.search(error.text.lower())
    return _seconds(asked[1]) if asked else None


def _number(text: Json) -> float | None:
    stripped = text.strip() if isinstance(text, str) else ""
    return float(stripped) if _NUMBER.fullmatch(stripped) else None


def _seconds(duration: str) -> float:
    return sum(
        float(number) * _SECONDS_PER_UNIT.get(unit, _SECONDS_PER_UNIT[unit[0]])
        for number, unit in _STEP_PARTS.findall(duration)
    )
