"""The simulated model as an HTTP server on this machine, speaking the OpenAI chat format.

The model name `toolspec-HABIT` chooses who answers. The case is taken from a header when toolspec
itself asks, and otherwise found by the last message of the user.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import unquote

from aiohttp import web

from toolspec.jsontypes import Json, JsonObject
from toolspec.matchers import Unsolvable
from toolspec.models import MUTANTS, Answer, Mutant, Situation
from toolspec.models.reference import answer as reference_answer
from toolspec.records import encode, parse_body
from toolspec.simulated import CASE_HEADER, MODEL_PREFIX, REFERENCE
from toolspec.spec import Case, Spec

_BODY_LIMIT = 32 * 1024 * 1024


class SimulatedModel:
    """Answers chat completion requests as the spec expects, or with one bad habit."""

    def __init__(self, spec: Spec, habit: str = REFERENCE) -> None:
        self._spec = spec
        self._habit = habit
        self._by_id = {each.id: each for each in spec.cases}
        self._by_message = {each.user: each for each in reversed(spec.cases)}

    def complete(self, body: Json, case_id: str | None = None) -> tuple[int, JsonObject]:
        """The status and body that answer one request."""
        if not isinstance(body, dict) or not isinstance(body.get("messages"), list):
            return _error(400, "invalid_request_error", "the body needs a list of `messages`")
        if body.get("stream"):
            return _error(400, "invalid_request_error", "the simulated model does not stream")
        case = self._by_id.get(case_id) if case_id else self._by_message.get(_last_user_text(body))
        if case is None:
            return _error(404, "unknown_case", "no case of the spec has this user message")
        model = str(body.get("model") or "")
        named = model.removeprefix(MODEL_PREFIX)
        habit = named if named in (REFERENCE, *MUTANTS.names) else self._habit
        try:
            answer = self._answer(case, habit)
        except Unsolvable as error:
            message = (
                f"no answer to `{case.id}` can be derived from its expectations: {error.reason}"
            )
            return _error(422, "no_reference", message)
        return 200, _completion(answer, model, _offered(body))

    def _answer(self, case: Case, habit: str) -> Answer:
        answer = reference_answer(case, self._spec)
        if habit == REFERENCE:
            return answer
        mutant: Mutant = MUTANTS.load(habit)
        return mutant.misbehave(answer, Situation(self._spec, case)) or answer


@asynccontextmanager
async def serve(model: SimulatedModel, port: int = 0) -> AsyncIterator[str]:
    """Listen on 127.0.0.1 and give the base URL; port 0 takes a free one. Raises `OSError`."""

    async def chat(request: web.Request) -> web.Response:
        body, _ = parse_body(await request.read())
        case_id = unquote(request.headers.get(CASE_HEADER, "")) or None
        status, answer = model.complete(body, case_id)
        return web.Response(status=status, body=encode(answer), content_type="application/json")

    app = web.Application(client_max_size=_BODY_LIMIT)
    app.router.add_post("/v1/chat/completions", chat)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        site = web.TCPSite(runner, "127.0.0.1", port)
        await site.start()
        host, taken = runner.addresses[0][:2]
        yield f"http://{host}:{taken}/v1"
    finally:
        await runner.cleanup()


def _last_user_text(body: JsonObject) -> str:
    for message in reversed(body["messages"]):
        if isinstance(message, dict) and message.get("role") == "user":
            content = message.get("content")
            if isinstance(content, list):
                parts = [each.get("text", "") for each in content if isinstance(each, dict)]
                return "".join(str(each) for each in parts)
            return str(content)
    return ""


def _offered(body: JsonObject) -> frozenset[str]:
    """The names of the tools in the request: the model calls no other."""
    names = set()
    for tool in body.get("tools") or ():
        function = tool.get("function") if isinstance(tool, dict) else None
        if isinstance(function, dict):
            names.add(str(function.get("name")))
    return frozenset(names)


def _completion(answer: Answer, model: str, offered: frozenset[str]) -> JsonObject:
    calls = [each for each in answer.calls if each.tool in offered]
    text = answer.text
    if answer.calls and not calls:
        text = "The tool that this needs was not offered."
    message: JsonObject = {"role": "assistant", "content": text, "refusal": answer.refusal}
    if calls:
        message["tool_calls"] = [
            {
                "id": f"call_{index}",
                "type": "function",
                "function": {"name": each.tool, "arguments": encode(each.arguments).decode()},
            }
            for index, each in enumerate(calls)
        ]
    choice = {"index": 0, "message": message, "finish_reason": "tool_calls" if calls else "stop"}
    return {
        "id": "chatcmpl-toolspec",
        "object": "chat.completion",
        "created": 0,
        "model": model,
        "choices": [choice],
    }


def _error(status: int, kind: str, message: str) -> tuple[int, JsonObject]:
    return status, {"error": {"message": message, "type": kind, "param": None, "code": kind}}
