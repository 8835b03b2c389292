"""The door over the Model Context Protocol: streamable HTTP on 127.0.0.1, by the official package.

The tools of the case are listed with their own schemas. The first message of the user is the prompt
`case`; the agent speaks through the tool `reply_to_user`, whose result is the next message, or says
that the dialogue is over.
"""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import uvicorn
from mcp import types
from mcp.server.lowlevel import Server

from toolspec.doors.session import Session, SessionEnded
from toolspec.jsontypes import Json
from toolspec.provider import SystemTurn
from toolspec.simulated import REPLY
from toolspec.world import StubFailed

_PROMPT = "case"
_OVER = "The dialogue is over."


@asynccontextmanager
async def serve(session: Session, port: int, done: asyncio.Event) -> AsyncIterator[str]:
    """Listen and give the URL of the endpoint; `done` is set when the attempt is over.

    Raises `OSError`.
    """
    listener = socket.create_server(("127.0.0.1", port))
    app = _server(session, done).streamable_http_app(json_response=True)
    config = uvicorn.Config(app, log_level="critical", lifespan="on")
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server._serve([listener]))
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/mcp"
    finally:
        server.should_exit = True
        await serving
        listener.close()


def _server(session: Session, done: asyncio.Event) -> Server[Any]:
    async def list_tools(context: Any, params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[*_tools(session), _reply_tool()])

    async def call_tool(context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        arguments = params.arguments or {}
        try:
            if params.name == REPLY:
                return _result(session.reply(str(arguments.get("text", ""))) or _OVER)
            answered = session.call(params.name, dict(arguments))
        except (SessionEnded, StubFailed) as error:
            return _result(f"the attempt is over: {error}", is_error=True)
        finally:
            if session.end is not None:
                done.set()
        return _result(answered.content, is_error=answered.is_error)

    async def list_prompts(context: Any, params: Any) -> types.ListPromptsResult:
        prompt = types.Prompt(name=_PROMPT, description="The first message of the user.")
        return types.ListPromptsResult(prompts=[prompt])

    async def get_prompt(
        context: Any, params: types.GetPromptRequestParams
    ) -> types.GetPromptResult:
        content = types.TextContent(type="text", text=session.user)
        return types.GetPromptResult(messages=[types.PromptMessage(role="user", content=content)])

    first = session.attempt.conversation[0]
    return Server(
        "toolspec",
        instructions=first.text if isinstance(first, SystemTurn) else "",
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
    )


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


def _result(content: Json, *, is_error: bool = False) -> types.CallToolResult:
    text = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=text)], is_error=is_error
    )
