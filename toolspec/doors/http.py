"""The door over plain HTTP: three requests with JSON bodies on 127.0.0.1.

`GET /` tells the case: `{case, instructions, user, tools}`. `POST /calls` with `{name, arguments}`
gives `{result, is_error, done}`. `POST /reply` with `{text}` gives `{user, done}`, where `user` is
the next message or null. What goes wrong is told as `{error}`, and changes nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from aiohttp import web

from toolspec.doors.session import Session, SessionEnded
from toolspec.jsontypes import Json, JsonObject
from toolspec.records import encode, parse_body
from toolspec.world import StubFailed

HOW_TO = "`GET /` tells the case; `POST /calls` and `POST /reply` take JSON"

_BODY_LIMIT = 4 * 1024 * 1024
# How long a request in flight may take to end when the attempt is over.
_GRACE_S = 2.0
_HOSTS = frozenset({"127.0.0.1", "localhost"})
_MISTAKES = {
    404: "the addresses are `/`, `/calls` and `/reply`",
    405: "`/` takes GET; `/calls` and `/reply` take POST",
    413: "the body is larger than 4 MiB",
}

_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@asynccontextmanager
async def serve(session: Session, port: int, done: asyncio.Event) -> AsyncIterator[str]:
    """Listen and give the root URL; `done` is set when the attempt is over. Raises `OSError`."""
    door = _Door(session, done)
    app = web.Application(client_max_size=_BODY_LIMIT, middlewares=[_in_json])
    app.add_routes(
        [web.get("/", door.tell), web.post("/calls", door.call), web.post("/reply", door.reply)]
    )
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=_GRACE_S)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", port).start()
        host, taken = runner.addresses[0][:2]
        yield f"http://{host}:{taken}"
    finally:
        await runner.cleanup()


class _Refused(Exception):
    """A request that is not taken: its status and why."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status


class _Door:
    """The three requests."""

    def __init__(self, session: Session, done: asyncio.Event) -> None:
        self._session, self._done = session, done

    async def tell(self, request: web.Request) -> web.Response:
        attempt = self._session.attempt
        tools = [
            {"name": each.name, "description": each.description, "parameters": each.parameters}
            for each in attempt.tools
        ]
        return _json(
            200,
            {
                "case": attempt.case.id,
                "instructions": self._session.instructions,
                "user": self._session.user,
                "tools": tools,
            },
        )

    async def call(self, request: web.Request) -> web.Response:
        match await _body(request):
            case {"name": str(name), "arguments": dict(arguments), **more} if name and not more:
                pass
            case _:
                raise _Refused(400, 'the body is not {"name": TEXT, "arguments": OBJECT}')
        try:
            result = self._session.call(name, arguments)
        finally:
            is_done = self._notice()
        told = {"result": result.content, "is_error": result.is_error, "done": is_done}
        return _json(200, told)

    async def reply(self, request: web.Request) -> web.Response:
        match await _body(request):
            case {"text": str(text), **more} if not more:
                pass
            case _:
                raise _Refused(400, 'the body is not {"text": TEXT}')
        user = self._session.reply(text)
        return _json(200, {"user": user, "done": self._notice()})

    def _notice(self) -> bool:
        is_done = self._session.end is not None
        if is_done:
            self._done.set()
        return is_done


@web.middleware
async def _in_json(request: web.Request, handler: _Handler) -> web.StreamResponse:
    """Keep web pages out, and tell in JSON what goes wrong."""
    try:
        if request.host.partition(":")[0] not in _HOSTS:
            raise _Refused(403, "this door is for `127.0.0.1` and `localhost`")
        return await handler(request)
    except _Refused as error:
        return _json(error.status, {"error": str(error)})
    except (SessionEnded, StubFailed) as error:
        return _json(409, {"error": f"the attempt is over: {error}"})
    except web.HTTPException as error:
        reason = _MISTAKES.get(error.status, error.reason.lower())
        return _json(error.status, {"error": reason})


async def _body(request: web.Request) -> Json:
    # A page in a browser can send anything else without being asked.
    if request.content_type != "application/json":
        raise _Refused(415, "the header `content-type` is not `application/json`")
    value, is_json = parse_body(await request.read())
    if not is_json:
        raise _Refused(400, "the body is not JSON that can be read")
    return value


def _json(status: int, body: JsonObject) -> web.Response:
    return web.Response(status=status, body=encode(body), content_type="application/json")
