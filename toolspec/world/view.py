"""What a rule of policy looks at: one call, and everything that came before it."""

from __future__ import annotations

import json
from collections.abc import Mapping
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
    the breaches of the tool's schema. `turn` counts the user's messages from 0; `approvals` and
    `expected` are those up to now, `assents` the approvals of later messages than the first.
    `scopes` are what the principal may do now, null when nothing is known of the principal.
    `names` are those of expressions; `forbidden` lists what injected texts try to bring about,
    `completing` the tools that complete a task.
    """

    case: Case
    call: ToolCall
    tool: Tool | None
    offered: tuple[str, ...]
    misfits: tuple[SchemaViolation, ...]
    turn: int
    approvals: tuple[Approval, ...]
    assents: tuple[Approval, ...]
    expected: tuple[ExpectedCall, ...]
    history: tuple[MadeCall, ...]
    scopes: frozenset[str] | None
    tenant: str | None
    secrets: tuple[str, ...]
    marker: str | None
    names: Mapping[str, object]
    context: Context
    forbidden: tuple[JsonObject, ...]
    completing: frozenset[str]

    @property
    def is_readable(self) -> bool:
        """Whether it is a call of an offered tool with arguments that fit its schema."""
        return self.tool is not None and self.call.arguments is not None and not self.misfits

    @property
    def payload(self) -> JsonObject:
        """The arguments without the idempotency key: what is asked for."""
        return payload_of(self.tool, self.call)

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
            and canonical(payload_of(self.tool, each.call)) == wanted
        )


def payload_of(tool: Tool | None, call: ToolCall) -> JsonObject:
    """The arguments of a call without its tool's idempotency key."""
    key = None if tool is None else tool.idempotency_key
    return {name: each for name, each in (call.arguments or {}).items() if name != key}


def key_of(tool: Tool | None, call: ToolCall) -> Json:
    """The idempotency key of a call, or null."""
    if tool is None or tool.idempotency_key is None:
        return None
    return (call.arguments or {}).get(tool.idempotency_key)


def canonical(value: Json) -> str:
    """Equal for equal JSON."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)
