"""Expressions, templates and state paths of a spec: each can be read, and knows its names."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from toolspec import wording
from toolspec.compiler.scope import Scope
from toolspec.expressions import (
    ExpressionError,
    compile_expression,
    compile_template,
    parse_state_path,
)
from toolspec.jsontypes import Json
from toolspec.source import PathSteps

# What the expressions of a tool see, and what those of a check see.
CALL_NAMES: Final = frozenset({"args", "state", "clock", "principal"})
CHECK_NAMES: Final = frozenset(
    {
        "state",
        "clock",
        "principal",
        "reply",
        "replies",
        "calls",
        "calls_after",
        "results",
        "effects",
    }
)


def is_template(text: str) -> bool:
    """Whether a text is filled in when it is used."""
    return "{{" in text


def check_expression(scope: Scope, text: str, path: PathSteps, known: frozenset[str]) -> None:
    """Report what is wrong with an expression."""
    _check(scope, lambda: compile_expression(text).names, path, known)


def check_template(scope: Scope, value: Json, path: PathSteps, known: frozenset[str]) -> None:
    """Report what is wrong with the templates in a value, each at its own place."""
    for text, where, at in _texts(value, path, "value"):
        if is_template(text):
            _check(scope, partial(_names_of_template, text), where, known, at=at)


def check_state_path(
    scope: Scope, text: str, path: PathSteps, known: frozenset[str], *, at: str = "value"
) -> None:
    """Report what is wrong with a path into the state."""
    _check(scope, lambda: parse_state_path(text).names, path, known, at=at)


def _names_of_template(text: str) -> frozenset[str]:
    return compile_template(text).names


def _check(
    scope: Scope,
    read: Callable[[], frozenset[str]],
    path: PathSteps,
    known: frozenset[str],
    *,
    at: str = "value",
) -> None:
    try:
        names = read()
    except ExpressionError as error:
        scope.error("TS226", f"this cannot be read: {error.reason}", path, at=at)
        return
    for name in sorted(names - known):
        message = f"`{wording.visible(name)}` is not known here"
        help = wording.did_you_mean(name, known) if known else "write the value of it"
        scope.error("TS226", message, path, at=at, help=help)


def _texts(value: Json, path: PathSteps, at: str) -> Iterator[tuple[str, PathSteps, str]]:
    """The texts of a value, its keys among them."""
    if isinstance(value, str):
        yield value, path, at
    elif isinstance(value, dict):
        for key, each in value.items():
            yield key, (*path, key), "key"
            yield from _texts(each, (*path, key), "value")
    elif isinstance(value, list):
        for index, each in enumerate(value):
            yield from _texts(each, (*path, index), "value")
