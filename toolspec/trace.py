"""The story of one attempt: what was sent, what came back, and what it means.

A `Trace` is the record that the journal keeps and that everything after the runner works from. Its
events are one tagged union; the names are those of `architecture.md`: `request`, `response`,
`decision`, `transport_error`, `end`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from toolspec.jsontypes import Json, JsonObject

# The series of a target under no other condition than what the spec says.
BASE_VARIANT = "base"

DecisionKind = Literal["tool_call", "text", "refusal", "invalid"]
Status = Literal["completed", "infra_error", "not_run"]

InvalidReason = Literal[
    "malformed_call",  # a call that is not one: no name, no function, provider says malformed
    "malformed_arguments",  # arguments that are not one JSON object
    "truncated",  # the output limit cut the answer
    "unknown_tool",  # the only calls name tools that were not offered
    "unsolicited",  # a call although no tools were offered
    "unsupported_call_type",  # e.g. a custom tool call
    "text_tool_call",  # a call written as text
    "empty",  # nothing at all
]

CallDefect = Literal[
    "malformed_call",
    "unsupported_call_type",
    "unknown_tool",
    "unsolicited",
    "not_json",  # the text is not JSON (strict: no NaN, nothing after the value)
    "truncated",  # the text ends inside a value and the limit was reached
    "not_object",  # JSON, but not an object
    "double_encoded",  # a JSON string that holds a JSON object
    "duplicate_key",  # an object that gives one key twice
]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """One call as the model proposed it.

    `call_id` is the provider's own id or null; `raw_arguments` is the value as received, never
    repaired; `arguments` is the parsed object, null when `defect` says why it could not be read.
    """

    call_id: str | None
    name: str | None
    arguments: JsonObject | None
    raw_arguments: Json
    defect: CallDefect | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens as the provider counted them; null where it did not say."""

    input_tokens: int | None = None
    output_tokens: int | None = None
    cached_tokens: int | None = None
    reasoning_tokens: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What the model proposed, in canonical form.

    `kind` is `tool_call` when at least one call can be executed as it stands, `invalid` (with a
    `reason`) when none can or nothing was said. `text` may stand beside calls. `finish` is the
    provider's word, verbatim. `anomalies` names what was odd but did not change the reading.
    `echo` is the provider's own message, to be sent back unchanged on the next turn.
    """

    kind: DecisionKind
    reason: InvalidReason | Literal["model", "provider_filter"] | None = None
    text: str | None = None
    calls: tuple[ToolCall, ...] = ()
    finish: str | None = None
    usage: Usage = field(default_factory=Usage)
    anomalies: tuple[str, ...] = ()
    model: str | None = None
    echo: Json = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TransportError:
    """The plumbing failed: there is no decision to judge. `kind` is one stable word.

    `status` is the HTTP status or null; `retryable` says whether the same request may succeed
    later; `retry_after_s` is the wait the provider asked for, in seconds.
    """

    kind: str
    message: str
    status: int | None = None
    retryable: bool = False
    retry_after_s: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """One finished attempt, as one line of `attempts.jsonl`."""

    attempt_id: str
    spec: str
    target: str
    provider: str
    model: str
    model_returned: str | None
    case_id: str
    variant: str
    attempt: int
    status: Status
    events: tuple[JsonObject, ...]
    elapsed_ms: float | None
    transport_retries: int
    usage: Usage
    request_settings: JsonObject
    transport_error: TransportError | None
    decision: Decision | None
