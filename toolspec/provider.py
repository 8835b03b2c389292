"""The contract between the machinery and a wire format: two pure directions, and nothing else.

An adapter is a module `toolspec_adapters.<name>` that fulfils `Adapter`. It never opens a socket,
never sees a key's name, never retries. `Conversation` is what was said so far in canonical form;
the provider's own messages travel in it unchanged as `AssistantTurn.echo`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

from toolspec.jsontypes import Json, JsonObject
from toolspec.trace import Decision, ToolCall, TransportError

ToolChoice: TypeAlias = Literal["auto", "required", "none"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolDefinition:
    """What a model is told of a tool; `parameters` is JSON Schema 2020-12."""

    name: str
    description: str
    parameters: JsonObject


@dataclass(frozen=True, slots=True)
class SystemTurn:
    """The instructions."""

    text: str


@dataclass(frozen=True, slots=True)
class UserTurn:
    """A message of the user."""

    text: str


@dataclass(frozen=True, slots=True)
class AssistantTurn:
    """What the model answered: the provider's own message, and the calls that were read from it."""

    echo: Json
    calls: tuple[ToolCall, ...] = ()


@dataclass(frozen=True, slots=True)
class ToolResultTurn:
    """The answer of one tool: `call` is the call it answers, `content` a JSON value."""

    call: ToolCall
    content: Json
    is_error: bool = False


Turn: TypeAlias = SystemTurn | UserTurn | AssistantTurn | ToolResultTurn
Conversation: TypeAlias = tuple[Turn, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The sampling settings of one request; null means that the field is not sent.

    `output_limit_field` names the request field that carries `max_output_tokens`; null lets the
    adapter choose by the host it is sent to.
    """

    model: str
    temperature: float | None = None
    max_output_tokens: int | None = None
    seed: int | None = None
    tool_choice: ToolChoice | None = None
    parallel_tool_calls: bool | None = None
    output_limit_field: Literal["max_tokens", "max_completion_tokens"] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One HTTP request without its credentials. `path` is joined to the target's base URL.

    `settings` is the part of the body that is neither conversation nor tools, as it is sent; the
    journal keeps it.
    """

    path: str
    body: JsonObject
    settings: JsonObject
    headers: Mapping[str, str] = field(default_factory=dict)
    method: str = "POST"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """One HTTP response. `body` is the parsed JSON, or the text when it was not JSON.

    `is_json` tells a JSON string from a text; header names are lower case.
    """

    status: int
    body: Json
    is_json: bool = True
    headers: Mapping[str, str] = field(default_factory=dict)


class Adapter(Protocol):
    """One wire format. A module of `toolspec_adapters` fulfils it with module-level names."""

    @property
    def DEFAULT_BASE_URL(self) -> str:
        """The provider's own endpoint, used when a target names no `base_url`."""

    def lower(
        self,
        conversation: Conversation,
        tools: tuple[ToolDefinition, ...],
        settings: Settings,
        *,
        base_url: str,
    ) -> Request:
        """Make the request that carries the conversation so far and offers `tools`."""

    def authorize(self, key: str) -> Mapping[str, str]:
        """Give the headers that carry the key."""

    def lift(self, reply: Reply, offered: frozenset[str] | None) -> Decision | TransportError:
        """Read a response: a decision of the model, or a fault of the plumbing; never an exception.

        `offered` holds the names of the tools in the request; null means unknown (as for a
        response without its request), and then no call is called unknown or unsolicited.
        """
