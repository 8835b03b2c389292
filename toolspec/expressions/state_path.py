"""Places in the state, such as `orders[args.order_id].status`, and pure changes there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from toolspec.expressions.errors import ExpressionError
from toolspec.expressions.expression import Expression, compile_expression
from toolspec.expressions.quotes import unquoted
from toolspec.jsontypes import Json
from toolspec.wording import shown, visible

Steps: TypeAlias = tuple[str | int, ...]
_Change: TypeAlias = Callable[[Json, str | int], Json]

_LONGEST: Final = 1_000


@dataclass(frozen=True, slots=True)
class StatePath:
    """A place whose keys and indexes may be expressions. `names` are those it needs."""

    text: str
    parts: tuple[str | Expression, ...]
    names: frozenset[str]

    def resolve(self, names: Mapping[str, object]) -> Steps:
        """The keys and indexes that lead there."""
        steps: list[str | int] = []
        for part in self.parts:
            step = part if isinstance(part, str) else part.evaluate(names)
            if isinstance(step, bool) or not isinstance(step, (str, int)):
                raise ExpressionError(f"`{visible(self.text)}`: {shown(step)} is no key or index")
            steps.append(step)
        return tuple(steps)


@lru_cache(maxsize=4096)
def parse_state_path(text: str) -> StatePath:
    """Read a path; `ExpressionError` when it is none."""
    if len(text) > _LONGEST:
        raise ExpressionError(f"the path is longer than {_LONGEST:,} characters")
    parts: list[str | Expression] = []
    rest = text
    while rest:
        if rest.startswith("["):
            inner, rest = _bracketed(rest, text)
            parts.append(compile_expression(inner))
        else:
            name, rest = _name(rest[1:] if rest.startswith(".") and parts else rest, text)
            parts.append(name)
    if not parts:
        raise ExpressionError("the path is empty")
    needed = (each.names for each in parts if isinstance(each, Expression))
    return StatePath(text, tuple(parts), frozenset().union(*needed))


def _name(rest: str, text: str) -> tuple[str, str]:
    end = next((at for at, letter in enumerate(rest) if letter in ".["), len(rest))
    name = rest[:end]
    if not name or not all(letter.isalnum() or letter in "_-" for letter in name):
        reason = f"`{visible(text)}` is no path; write `name.key`, or `name['odd key']`"
        raise ExpressionError(reason)
    return name, rest[end:]


def _bracketed(rest: str, text: str) -> tuple[str, str]:
    depth = 0
    for index, letter in unquoted(rest, 0):
        depth += (letter == "[") - (letter == "]")
        if depth == 0:
            return rest[1:index], rest[index + 1 :]
    raise ExpressionError(f"`{visible(text)}`: a bracket is not closed")


def get_at(state: Json, steps: Steps) -> Json:
    """The value at a place; `ExpressionError` when nothing is there."""
    value = state
    for count, step in enumerate(steps):
        if not _has(value, step):
            raise ExpressionError(f"the state has nothing at `{shown_path(steps[: count + 1])}`")
        value = value[step]
    return value


def set_at(state: Json, steps: Steps, value: Json) -> Json:
    """The state with another value at a place; its last key may be new, its holder may not."""
    return _changed(state, steps, 0, lambda holder, step: _put(holder, step, value, steps))


def append_at(state: Json, steps: Steps, value: Json) -> Json:
    """The state with one item more at the end of a list; a list that is not there is begun."""
    return _changed(state, steps, 0, lambda holder, step: _added(holder, step, value, steps))


def delete_at(state: Json, steps: Steps) -> Json:
    """The state without the value at a place, which must be there."""
    return _changed(state, steps, 0, lambda holder, step: _without(holder, step, steps))


def shown_path(steps: Steps) -> str:
    """A place as it is written in a spec."""
    text = ""
    for step in steps:
        if isinstance(step, int):
            text += f"[{step}]"
        elif step and all(letter.isalnum() or letter == "_" for letter in step):
            text += f".{step}" if text else step
        else:
            text += f"[{step!r}]"
    return text


def _has(holder: Json, step: str | int) -> bool:
    if isinstance(holder, dict):
        return step in holder
    return isinstance(holder, list) and isinstance(step, int) and 0 <= step < len(holder)


def _changed(value: Json, steps: Steps, at: int, change: _Change) -> Json:
    if at == len(steps) - 1:
        return change(value, steps[at])
    step = steps[at]
    if not _has(value, step):
        raise ExpressionError(f"the state has nothing at `{shown_path(steps[: at + 1])}`")
    return _put(value, step, _changed(value[step], steps, at + 1, change), steps)


def _put(holder: Json, step: str | int, value: Json, steps: Steps) -> Json:
    if isinstance(holder, dict) and isinstance(step, str):
        return {**holder, step: value}
    if isinstance(holder, list) and _has(holder, step):
        return [value if index == step else each for index, each in enumerate(holder)]
    raise ExpressionError(f"the state cannot be changed at `{shown_path(steps)}`")


def _added(holder: Json, step: str | int, value: Json, steps: Steps) -> Json:
    before = holder[step] if _has(holder, step) else []
    if not isinstance(before, list):
        raise ExpressionError(f"the state has no list at `{shown_path(steps)}`")
    return _put(holder, step, [*before, value], steps)


def _without(holder: Json, step: str | int, steps: Steps) -> Json:
    if not _has(holder, step):
        raise ExpressionError(f"the state has nothing at `{shown_path(steps)}`")
    if isinstance(holder, dict):
        return {key: each for key, each in holder.items() if key != step}
    return [each for index, each in enumerate(holder) if index != step]
