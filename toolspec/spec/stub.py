"""What a simulated tool answers: rules as written, expressions and templates still as text.

A tool answers by the first rule whose condition (`when`) holds. `StubAnswer.result`, the values of
writes, `StubError.message` are templates: a text that is one `{{ expression }}` gives its value.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from toolspec.jsontypes import Json, JsonObject
from toolspec.source import PathSteps


@dataclass(frozen=True, slots=True, kw_only=True)
class Write:
    """One change of the state: `op` at `path`, such as `orders[args.order_id].status`."""

    op: Literal["set", "append", "delete"]
    path: str
    value: Json = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StubError:
    """An answer that is an error: a machine-readable code, and words for the model."""

    code: str
    message: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StubAnswer:
    """A result or an error, and what it writes; an error writes nothing."""

    result: Json = None
    error: StubError | None = None
    writes: tuple[Write, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """Answers by key: `by` is an expression; a key that is not there gives `default`.

    The values of `rows` are templates of results. Without `default` the rule does not fit.
    """

    by: str
    rows: JsonObject
    default: StubAnswer | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pages:
    """A list, some items at a time.

    `items` is an expression that gives the list, `size` the items of a page. The argument `cursor`
    says where to go on (none: at the start); a result is `{<into>: […], <next>: cursor or null}`.
    """

    items: str
    size: int
    cursor: str = "cursor"
    into: str = "items"
    next: str = "next_cursor"


@dataclass(frozen=True, slots=True, kw_only=True)
class StubRule:
    """One rule: a condition, and one kind of answer. `sequence` gives its last answer for ever."""

    when: str | None
    path: PathSteps
    answer: StubAnswer | None = None
    rows: Rows | None = None
    sequence: tuple[StubAnswer, ...] = ()
    pages: Pages | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Stub:
    """The rules of one tool, or `hook`: a Python function as `module:function`."""

    rules: tuple[StubRule, ...] = ()
    hook: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """A recorded answer of the real service: the arguments, and a result or an error code."""

    args: JsonObject
    result: Json
    error: str | None
    path: PathSteps
