"""The door over plain HTTP: three requests with JSON bodies on 127.0.0.1.

`GET /` tells the case: `{case, instructions, user, tools}`. `POST /calls` with `{name, arguments}`
gives `{result, is_error}`. `POST /reply` with `{text}` gives `{user, done}`, where `user` is the
next message or null. After the end both say 409 with `{error}`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web

from toolspec.doors.session import Session, SessionEnded
from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import SystemTurn
from toolspec.records import encode, parse_body
from toolspec.world import StubFailed

_BODY_LIMIT = 4 * 1024 * 1024


@asynccontextmanager
async def serve(session: Session, port: int, done: asyncio.Event) -> AsyncIterator[str]:
    """Listen and give the root URL; `done` is set when the attempt is over. Raises `OSError`."""

    async def tell(request: web.Request) -> web.Response:
        return _json(200, _case(session))

    async def call(request: web.Request) -> web.Response:
        body = await _object(request)
        name, arguments = (body or {}).get("name"), (body or {}).get("arguments", {})
        if not isinstance(name, str) or not isinstance(arguments, dict):
            return _json(400, {"error": 'the body must be {"name": TEXT, "arguments": OBJECT}'})
        try:
            result = session.call(name, arguments)
        except (SessionEnded, StubFailed) as error:
            return _ended(error)
        finally:
            _notice(session, done)
        return _json(200, {"result": result.content, "is_error": result.is_error})

    async def reply(request: web.Request) -> web.Response:
        text = (await _object(request) or {}).get("text")
        if not isinstance(text, str):
            return _json(400, {"error": 'the body must be {"text": TEXT}'})
        try:
            user = session.reply(text)
        except SessionEnded as error:
            return _ended(error)
        finally:
            _notice(session, done)
        return _json(200, {"user": user, "done": user is None})

    app = web.Application(client_max_size=_BODY_LIMIT)
    app.add_routes([web.get("/", tell), web.post("/calls", call), web.post("/reply", reply)])
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", port).start()
        host, taken = runner.addresses[0][:2]
        yield f"http://{host}:{taken}"
    finally:
        await runner.cleanup()


def _case(session: Session) -> JsonObject:
    attempt = session.attempt
    first = attempt.conversation[0]
    return {
        "case": attempt.case.id,
        "instructions": first.text if isinstance(first, SystemTurn) else "",
        "user": session.user,
        "tools": [
            {"name": each.name, "description": each.description, "parameters": each.parameters}
            for each in attempt.tools
        ],
    }


async def _object(request: web.Request) -> JsonObject | None:
    value: Json = parse_body(await request.read())[0]
    return value if isinstance(value, dict) else None


def _ended(error: Exception) -> web.Response:
    return _json(409, {"error": f"the attempt is over: {error}"})


def _notice(session: Session, done: asyncio.Event) -> None:
    if session.end is not None:
        done.set()


def _json(status: int, body: JsonObject) -> web.Response:
    return web.Response(status=status, body=encode(body), content_type="application/json")
