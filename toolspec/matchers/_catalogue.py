"""The matchers there are: one module each, found by name and imported when it is used."""

from __future__ import annotations

from typing import Final, cast

from toolspec.catalog import Catalog
from toolspec.jsontypes import Json
from toolspec.matchers._records import Matcher

MATCHERS: Final = Catalog("matcher", "toolspec.matchers")


def load(name: str) -> Matcher:
    """The matcher called `name` (without the `$`); raises `UnknownPlugin`."""
    return cast("Matcher", MATCHERS.load(name))


def is_matcher(expected: Json) -> bool:
    """Whether an expectation is a matcher and no plain value, whatever its name."""
    return matcher_name(expected) is not None


def matcher_name(expected: Json) -> str | None:
    """The name in an object whose only key starts with `$`; null for a plain value."""
    if isinstance(expected, dict) and len(expected) == 1:
        (key,) = expected
        if isinstance(key, str) and key.startswith("$"):
            return key[1:]
    return None


def holds_expected(matcher: Matcher) -> bool:
    """Whether the option of the matcher is itself an expectation."""
    return bool(getattr(matcher, "HOLDS_EXPECTED", False))


def sees_missing(matcher: Matcher) -> bool:
    """Whether the matcher decides about a missing key."""
    return bool(getattr(matcher, "SEES_MISSING", False))
