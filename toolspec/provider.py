"""The contract between the machinery and a wire format: pure directions, and nothing else.

An adapter is a module `toolspec_adapters.<name>` that fulfils `Adapter`, with a data file
`dialect.yaml` beside it (`toolspec.dialect`). It never opens a socket, never sees a key, never
retries, and knows no schema rules: schemas and names come to it as they are to be sent.
`Conversation` is what was said so far; the provider's own messages travel in it unchanged as
`AssistantTurn.echo`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

from toolspec.dialect import Dialect
from toolspec.jsontypes import Json, JsonObject
from toolspec.trace import Decision, ToolCall, TransportError


@dataclass(frozen=True, slots=True)
class NamedTool:
    """The tool choice that forces one tool."""

    name: str


ToolChoice: TypeAlias = Literal["auto", "required", "none"] | NamedTool


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolDefinition:
    """What a model is told of a tool; `parameters` is JSON Schema 2020-12.

    `strict` asks the provider to hold the arguments to the schema while the model writes them.
    """

    name: str
    description: str
    parameters: JsonObject
    strict: bool = False


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

    `output_limit_field` names the request field that carries `max_output_tokens` where a format
    has two; null takes the format's usual one.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class LiftedRequest:
    """What a payload says, read back from it alone by the provider's documentation.

    `tools` have the names and descriptions on the wire, and their schemas as JSON Schema 2020-12
    of the same meaning. `settings.model` is empty where the payload names none. `unread` holds the
    JSON pointers of what no canonical concept carries: hosted tools, images, cache marks.
    """

    conversation: Conversation
    tools: tuple[ToolDefinition, ...]
    settings: Settings
    unread: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ProposedCall:
    """A call that a simulated model makes."""

    tool: str
    arguments: JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a simulated model says: a text, calls, or a refusal in the provider's own way."""

    text: str | None = None
    calls: tuple[ProposedCall, ...] = ()
    refusal: str | None = None


class Adapter(Protocol):
    """One wire format. A module of `toolspec_adapters` fulfils it with module-level names."""

    def lower(
        self,
        conversation: Conversation,
        tools: tuple[ToolDefinition, ...],
        settings: Settings,
        dialect: Dialect,
    ) -> Request:
        """Make the request that carries the conversation so far and offers `tools`.

        Names and schemas are sent as they are. A setting that is not null is sent: what a dialect
        or a model does not take was taken out before. Raises `ValueError` for a tool result that
        answers no call of the turn before it.
        """

    def lift(self, reply: Reply, offered: frozenset[str] | None) -> Decision | TransportError:
        """Read a response: a decision of the model, or a fault of the plumbing; never an exception.

        `offered` holds the names of the tools in the request; null means unknown (as for a
        response without its request), and then no call is called unknown or unsolicited.
        """

    def lift_request(self, path: str, body: Json) -> LiftedRequest:
        """Read a request of this format; `ValueError`, with the reason, when it is none.

        Written from the documentation and not by turning `lower` around: what `lower` does wrong
        must show here.
        """

    def answer(self, answer: Answer, model: str, dialect: Dialect) -> JsonObject:
        """Write the response body in which a model of this provider says `answer`."""

    def answer_error(self, status: int, kind: str, message: str) -> JsonObject:
        """Write the response body of an error; `kind` is one word."""
