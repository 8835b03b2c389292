"""Mistakes in rules for replies, found before any reply is checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from toolspec.jsontypes import Json
from toolspec.matchers import misfits
from toolspec.pointers import join
from toolspec.text_checks._catalogue import TEXT_CHECKS, folds, load
from toolspec.text_checks._check import FOLDINGS, NOT
from toolspec.text_checks._contradictions import contradictions
from toolspec.text_checks._records import RuleProblem, TextCheck
from toolspec.wording import did_you_mean, kind


def problems(rule: Json) -> list[RuleProblem]:
    """List every mistake in a rule.

    A rule that checks nothing, and one that no reply can satisfy, are mistakes too.
    """
    if not isinstance(rule, Mapping):
        return [RuleProblem("", f"a rule for a reply is a mapping of checks, not {kind(rule)}")]
    found = [each for key, option in rule.items() for each in _check(key, option)]
    found += _idle(rule)
    return found or [RuleProblem("", message) for message in contradictions(rule)]


def _check(key: str, option: Json) -> Iterator[RuleProblem]:
    if key == NOT:
        yield from (replace(each, path=f"/{key}{each.path}") for each in problems(option))
    elif key in FOLDINGS:
        if not isinstance(option, bool):
            yield RuleProblem(join("", key), f"`{key}` takes `true` or `false`")
    elif key not in TEXT_CHECKS.names:
        known = (*TEXT_CHECKS.names, *FOLDINGS, NOT)
        message = f"no check on a reply is named `{key}`"
        yield RuleProblem(join("", key), message, did_you_mean(key, known))
    else:
        yield from _check_option(key, load(key), option)


def _check_option(name: str, check: TextCheck, option: Json) -> Iterator[RuleProblem]:
    places = misfits(option, check.SCHEMA)
    for place in places:
        yield RuleProblem(f"/{name}{place}", f"`{name}` takes {check.SCHEMA['description']}")
    more = None if places else getattr(check, "problem", None)
    message = None if more is None else more(option)
    if message is not None:
        yield RuleProblem(f"/{name}", f"`{name}`: {message}")


def _idle(rule: Mapping[str, Json]) -> Iterator[RuleProblem]:
    """What is written but changes nothing."""
    if all(key in FOLDINGS for key in rule):
        listed = ", ".join(f"`{each}`" for each in TEXT_CHECKS.names)
        yield RuleProblem("", "the rule checks nothing", f"known checks: {listed}")
    elif not _has_folding(rule):
        for key in FOLDINGS:
            if key in rule:
                message = f"`{key}` changes nothing: no check here compares letters by it"
                yield RuleProblem(join("", key), message)


def _has_folding(rule: Mapping[str, Json]) -> bool:
    """Whether a folding can matter; an unknown key is a mistake of its own, so it might."""
    return any(
        _has_folding(option) if key == NOT and isinstance(option, Mapping) else _folds(key)
        for key, option in rule.items()
        if key not in FOLDINGS
    )


def _folds(key: str) -> bool:
    return key not in TEXT_CHECKS.names or folds(load(key))
