"""The door over the Model Context Protocol: streamable HTTP on 127.0.0.1, by the official package.

The tools of the case are listed with their own schemas. The first message of the user is the prompt
`case`; the agent speaks through the tool `reply_to_user`, whose result is the next message, or says
that the dialogue is over.
"""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import uvicorn
from mcp import types
from mcp.server.lowlevel import Server

from toolspec.doors.session import CallResult, Session, SessionEnded
from toolspec.jsontypes import Json, JsonObject
from toolspec.simulated import REPLY
from toolspec.world import StubFailed

HOW_TO = f"MCP over streamable HTTP; the prompt `case` is the message, the tool `{REPLY}` answers"

_PROMPT = "case"
_OVER = "The dialogue is over."
# A client that keeps its stream open would hold the server for as long as it likes.
_GRACE_S = 2


@asynccontextmanager
async def serve(session: Session, port: int, done: asyncio.Event) -> AsyncIterator[str]:
    """Listen and give the URL of the endpoint; `done` is set when the attempt is over.

    Raises `OSError`.
    """
    listener = socket.create_server(("127.0.0.1", port))
    app = _server(session, done).streamable_http_app(json_response=True)
    server = _Listening(
        uvicorn.Config(app, log_level="critical", lifespan="on", timeout_graceful_shutdown=_GRACE_S)
    )
    serving = asyncio.create_task(server.serve([listener]))
    serving.add_done_callback(lambda _: done.set())
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/mcp"
    finally:
        server.should_exit = True
        await serving
        listener.close()


class _Listening(uvicorn.Server):
    """A server that leaves signals to the command."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def _server(session: Session, done: asyncio.Event) -> Server[Any]:
    async def list_tools(context: Any, params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[*_tools(session), _reply_tool()])

    async def call_tool(context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        arguments = dict(params.arguments or {})
        try:
            if params.name == REPLY:
                return _reply(session, arguments)
            return _call(session, params.name, arguments)
        except (SessionEnded, StubFailed) as error:
            return _said(f"the attempt is over: {error}", is_error=True)
        finally:
            if session.end is not None:
                done.set()

    async def list_prompts(context: Any, params: Any) -> types.ListPromptsResult:
        prompt = types.Prompt(name=_PROMPT, description="The first message of the user.")
        return types.ListPromptsResult(prompts=[prompt])

    async def get_prompt(
        context: Any, params: types.GetPromptRequestParams
    ) -> types.GetPromptResult:
        message = types.PromptMessage(role="user", content=_text(session.user))
        return types.GetPromptResult(messages=[message])

    return Server(
        "toolspec",
        instructions=session.instructions,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
    )


def _call(session: Session, name: str, arguments: JsonObject) -> types.CallToolResult:
    if not name:
        return _said("the call names no tool", is_error=True)
    result = session.call(name, arguments)
    return _answered(result, is_last=session.end is not None)


def _reply(session: Session, arguments: JsonObject) -> types.CallToolResult:
    match arguments:
        case {"text": str(text), **more} if not more:
            user = session.reply(text)
            return _said(_OVER if user is None else user)
    return _said('the arguments are not {"text": TEXT}', is_error=True)


def _tools(session: Session) -> list[types.Tool]:
    return [
        types.Tool(name=each.name, description=each.description, input_schema=each.parameters)
        for each in session.attempt.tools
    ]


def _reply_tool() -> types.Tool:
    return types.Tool(
        name=REPLY,
        description="Say something to the user. Gives the user's next message.",
        input_schema={
            "type": "object",
            "properties": {"text": {"type": "string"}},
            "required": ["text"],
            "additionalProperties": False,
        },
    )


def _answered(result: CallResult, *, is_last: bool) -> types.CallToolResult:
    content = result.content
    texts = [_text(content if isinstance(content, str) else _written(content))]
    if is_last:
        texts.append(_text(_OVER))
    return types.CallToolResult(
        content=[*texts],
        # The protocol of 2025 knows objects alone.
        structured_content=content if isinstance(content, dict) else None,
        is_error=result.is_error,
    )


def _said(text: str, *, is_error: bool = False) -> types.CallToolResult:
    return types.CallToolResult(content=[_text(text)], is_error=is_error)


def _text(text: str) -> types.TextContent:
    return types.TextContent(type="text", text=text)


def _written(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)
