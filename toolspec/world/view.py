"""What a rule of policy looks at: one call, and everything that came before it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from toolspec.contract import Violation as SchemaViolation
from toolspec.jsontypes import Json, JsonObject
from toolspec.matchers import Context
from toolspec.spec import Approval, Case, ExpectedCall, Tool
from toolspec.story import MadeCall
from toolspec.trace import ToolCall


@dataclass(frozen=True, slots=True, kw_only=True)
class CallView:
    """One call before it runs.

    `tool` is null for a name that is not offered (`offered` lists those that are); `misfits` are
    the breaches of the tool's schema. `turn` counts the user's messages and `step` the answers of
    the model, both from 0; `approvals` and `expected` are those up to now, `assents` the approvals
    of later messages than the first. `scopes` are what the principal may do, null when nothing is
    known of the principal; `withdrawn` what a fault has taken away. `names` are those of
    expressions; `forbidden` lists what injected texts try to bring about, `completing` the tools
    that complete a task, `reading` those that only read.
    """

    case: Case
    call: ToolCall
    tool: Tool | None
    offered: tuple[str, ...]
    misfits: tuple[SchemaViolation, ...]
    turn: int
    step: int
    approvals: tuple[Approval, ...]
    assents: tuple[Approval, ...]
    expected: tuple[ExpectedCall, ...]
    history: tuple[MadeCall, ...]
    scopes: frozenset[str] | None
    withdrawn: frozenset[str]
    tenant: str | None
    secrets: tuple[str, ...]
    marker: str | None
    names: Mapping[str, object]
    context: Context
    forbidden: tuple[JsonObject, ...]
    completing: frozenset[str]
    reading: frozenset[str]

    @property
    def is_readable(self) -> bool:
        """Whether it is a call of an offered tool with arguments that fit its schema."""
        return self.tool is not None and self.call.arguments is not None and not self.misfits

    @property
    def payload(self) -> JsonObject:
        """The arguments without the idempotency key: what is asked for."""
        return without_key(self.tool, self.call.arguments or {})

    @property
    def key(self) -> Json:
        """The idempotency key of the call, or null."""
        return key_of(self.tool, self.call)

    @property
    def same_intent(self) -> tuple[MadeCall, ...]:
        """The earlier calls that reached the tool and asked for the same, oldest first."""
        wanted = canonical(self.payload)
        return tuple(
            each
            for each in self.history
            if each.tool == self.call.name
            and each.status != "denied"
            and canonical(without_key(self.tool, each.call.arguments or {})) == wanted
        )

    @property
    def open_tries(self) -> tuple[MadeCall, ...]:
        """The earlier tries of the same since it last went well, oldest first."""
        tries = self.same_intent
        good = [index for index, each in enumerate(tries) if each.is_success]
        return tries[good[-1] + 1 :] if good else tries

    @property
    def known_tries(self) -> tuple[MadeCall, ...]:
        """Those open tries whose end the model has seen: calls of one answer know of none."""
        return tuple(each for each in self.open_tries if each.step < self.step)

    @property
    def sent(self) -> Iterator[str]:
        """Every text, name and number in the arguments, as read and as received."""
        return _texts_in([self.call.arguments, self.call.raw_arguments])


def without_key(tool: Tool | None, arguments: JsonObject) -> JsonObject:
    """Arguments without the tool's idempotency key."""
    key = None if tool is None else tool.idempotency_key
    return {name: each for name, each in arguments.items() if name != key}


def key_of(tool: Tool | None, call: ToolCall) -> Json:
    """The idempotency key of a call, or null."""
    if tool is None or tool.idempotency_key is None:
        return None
    return (call.arguments or {}).get(tool.idempotency_key)


def canonical(value: Json) -> str:
    """Equal for equal JSON; 1 and 1.0 are one number."""
    return json.dumps(_whole(value), sort_keys=True, ensure_ascii=False)


def _whole(value: Json) -> Json:
    if isinstance(value, dict):
        return {key: _whole(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_whole(each) for each in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _texts_in(value: Json) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
        for each in value.values():
            yield from _texts_in(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts_in(each)
    else:
        yield value if isinstance(value, str) else json.dumps(value)
