"""Stub rule → answer: the first rule that fits, with its templates filled in. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from toolspec.expressions import (
    ExpressionError,
    compile_expression,
    compile_template,
    parse_state_path,
)
from toolspec.jsontypes import Json
from toolspec.spec import Pages, Rows, Stub, StubAnswer, StubRule
from toolspec.world.ledger import Change
from toolspec.world.outcome import StubFailed

Names: TypeAlias = Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """An answer with everything worked out. `error` is a code and a message, or null."""

    result: Json = None
    error: tuple[str, str | None] | None = None
    changes: tuple[Change, ...] = ()


def answered(tool: str, stub: Stub, names: Names, counts: dict[int, int]) -> Made:
    """The answer of a tool; `counts` says how often each rule has answered, and is counted up.

    Raises `StubFailed` when no rule fits or an expression has no value.
    """
    try:
        for index, rule in enumerate(stub.rules):
            if rule.when is not None and not compile_expression(rule.when).evaluate(names):
                continue
            made = _by_rule(rule, names, counts.get(index, 0))
            if made is not None:
                counts[index] = counts.get(index, 0) + 1
                return made
    except ExpressionError as error:
        raise StubFailed(f"the stub of `{tool}` cannot answer: {error.reason}") from error
    raise StubFailed(f"no rule of the stub of `{tool}` fits this call")


def _by_rule(rule: StubRule, names: Names, count: int) -> Made | None:
    if rule.sequence:
        return _made(rule.sequence[min(count, len(rule.sequence) - 1)], names)
    if rule.rows is not None:
        return _row(rule.rows, names)
    if rule.pages is not None:
        return _page(rule.pages, names)
    return _made(rule.answer or StubAnswer(), names)


def _made(answer: StubAnswer, names: Names) -> Made:
    if answer.error is not None:
        message = compile_template(answer.error.message).render(names)
        return Made(error=(answer.error.code, None if message is None else str(message)))
    changes = tuple(
        Change(
            op=each.op,
            steps=parse_state_path(each.path).resolve(names),
            value=compile_template(each.value).render(names),
        )
        for each in answer.writes
    )
    return Made(result=compile_template(answer.result).render(names), changes=changes)


def _row(rows: Rows, names: Names) -> Made | None:
    key = compile_expression(rows.by).evaluate(names)
    text = str(key) if isinstance(key, int) and not isinstance(key, bool) else key
    if isinstance(text, str) and text in rows.rows:
        return Made(result=compile_template(rows.rows[text]).render(names))
    return None if rows.default is None else _made(rows.default, names)


def _page(pages: Pages, names: Names) -> Made:
    items = compile_expression(pages.items).evaluate(names)
    if not isinstance(items, list):
        raise ExpressionError(f"`{pages.items}` gives no list")
    arguments = names["args"]
    cursor = arguments.get(pages.cursor) if isinstance(arguments, dict) else None
    start = _start(cursor, pages.size)
    if start is None or start > len(items):
        return Made(error=("INVALID_CURSOR", "the cursor is none that was given out"))
    end = start + pages.size
    following = str(end) if end < len(items) else None
    return Made(result={pages.into: items[start:end], pages.next: following})


def _start(cursor: Json, size: int) -> int | None:
    """Where the page of a cursor begins; null for one that was never given out."""
    if cursor is None:
        return 0
    text = str(cursor)
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        return None
    start = int(text)
    return start if str(start) == text and start % size == 0 else None
