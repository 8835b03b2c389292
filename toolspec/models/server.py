"""The simulated model as an HTTP server on this machine, speaking every wire format.

One implementation for all: a request is read by the adapter's `lift_request`, the answer is written
by its `answer`. A path that begins with the name of an adapter or profile is read in that format
(`/mistral/chat/completions`); the providers' own paths work as well (`/v1/chat/completions`).

The model name `toolspec-HABIT` chooses who answers. The case is taken from a header when toolspec
itself asks, and otherwise found by what the user has said.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from itertools import groupby
from urllib.parse import unquote, urlsplit

from aiohttp import web

from toolspec import json_text
from toolspec.jsontypes import Json, JsonObject
from toolspec.matchers import Unsolvable
from toolspec.models import MUTANTS, Answer, Mutant, Situation
from toolspec.models.case_lookup import case_of
from toolspec.models.paths import format_of
from toolspec.models.reference import answer as reference_answer
from toolspec.models.replies import said
from toolspec.models.script import script
from toolspec.models.wire_arguments import fitted
from toolspec.provider import AssistantTurn, LiftedRequest, SystemTurn
from toolspec.records import encode, parse_body
from toolspec.simulated import ADAPTER, CASE_HEADER, MODEL_PREFIX, REFERENCE, SEED_HEADER
from toolspec.spec import Case, Expectation, Spec
from toolspec.wire_format import WireFormat
from toolspec.wire_formats import WIRE_FORMATS
from toolspec.world import Hook

# What is said when there is nothing more to say.
_BEYOND = Expectation(kind="any")
_BODY_LIMIT = 32 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class _Offer:
    """The tools of a case: their names on the wire by their own, and all of them as text."""

    names: Mapping[str, str]
    catalogue: str


class SimulatedModel:
    """Answers requests of any wire format as the spec expects, or with one bad habit."""

    def __init__(
        self,
        spec: Spec,
        habit: str = REFERENCE,
        *,
        scripts: Mapping[str, Sequence[Answer]] | None = None,
        hooks: Mapping[str, Hook] | None = None,
    ) -> None:
        """`scripts` are the answers of single cases, in place of those that are derived."""
        self._spec = spec
        self._habit = habit
        self._hooks = hooks
        self._given = dict(scripts or {})
        self._scripts: dict[tuple[str, int | None], Sequence[Answer]] = {}
        self._offers: dict[tuple[str, str, tuple[str, ...] | None], _Offer] = {}
        self._by_id = {each.id: each for each in spec.cases}

    def complete(
        self,
        wire_format: WireFormat,
        path: str,
        body: Json,
        case_id: str | None = None,
        *,
        seed: int | None = None,
    ) -> tuple[int, JsonObject]:
        """The status and body that answer one request; `path` is that below the base URL.

        `seed` is that of the attempt; null is that of the spec.
        """
        adapter = wire_format.adapter
        if isinstance(body, dict) and body.get("stream"):
            message = "the simulated model does not stream"
            return 400, adapter.answer_error(400, "invalid_request_error", message)
        try:
            lifted = adapter.lift_request(path, body)
        except ValueError as error:
            return 400, adapter.answer_error(400, "invalid_request_error", str(error))
        if case_id:
            case = self._by_id.get(case_id)
        else:
            case = case_of(lifted.conversation, self._spec.cases)
        if case is None:
            message = "no case of the spec has this user message"
            return 404, adapter.answer_error(404, "unknown_case", message)
        model = lifted.settings.model
        try:
            answer = self._answer(case, model, seed, _answers_given(lifted))
        except Unsolvable as error:
            message = (
                f"no answer to `{case.id}` can be derived from its expectations: {error.reason}"
            )
            return 422, adapter.answer_error(422, "no_reference", message)
        return 200, adapter.answer(
            self._said(answer, case, lifted, wire_format), model, wire_format.dialect
        )

    def _said(
        self, answer: Answer, case: Case, lifted: LiftedRequest, wire_format: WireFormat
    ) -> Answer:
        """The answer in the words of the request: names on the wire, or calls as text."""
        offer = self._offer(case, wire_format, lifted.settings.model)
        if offer.catalogue in _instructions(lifted):
            return _as_text(answer)
        calls = tuple(
            replace(each, tool=offer.names.get(each.tool, each.tool)) for each in answer.calls
        )
        return _offered(replace(answer, calls=calls), lifted)

    def _offer(self, case: Case, wire_format: WireFormat, model: str) -> _Offer:
        """What a case offers in a wire format; made once."""
        key = (wire_format.name, model, case.tools)
        if key not in self._offers:
            tools = tuple(each.definition for each in self._spec.offered(case))
            names = wire_format.prepare(tools, model).catalogue.names
            wire = {canonical: name for name, canonical in names.items()}
            self._offers[key] = _Offer(wire, json_text.render_catalogue(tools))
        return self._offers[key]

    def _answer(self, case: Case, model: str, seed: int | None, given: int) -> Answer:
        """The answer number `given` of a run; that of a single decision is the first each time."""
        named = model.removeprefix(MODEL_PREFIX)
        habit = named if named in (REFERENCE, *MUTANTS.names) else self._habit
        answers = self._script(case, seed)
        number = given if case.until == "done" else 0
        if number >= len(answers):
            return said(_BEYOND, self._spec, case.user)
        answer = answers[number]
        if habit == REFERENCE:
            return answer
        mutant: Mutant = MUTANTS.load(habit)
        return mutant.misbehave(answer, Situation(self._spec, case)) or answer

    def _script(self, case: Case, seed: int | None) -> Sequence[Answer]:
        if case.id in self._given:
            return self._given[case.id]
        # Chance comes in by planned faults alone.
        key = (case.id, seed if case.faults else None)
        if key not in self._scripts:
            if case.until == "done":
                self._scripts[key] = script(case, self._spec, self._hooks, seed=key[1])
            else:
                self._scripts[key] = (reference_answer(case, self._spec),)
        return self._scripts[key]


@asynccontextmanager
async def serve(model: SimulatedModel, port: int = 0) -> AsyncIterator[str]:
    """Listen on 127.0.0.1 and give the root URL; port 0 takes a free one. Raises `OSError`."""

    async def answer(request: web.Request) -> web.Response:
        body, _ = parse_body(await request.read())
        case_id = unquote(request.headers.get(CASE_HEADER, "")) or None
        found = format_of(urlsplit(request.path_qs).path)
        if found is None:
            error = WIRE_FORMATS.load(ADAPTER).adapter.answer_error
            status, made = 404, error(404, "unknown_path", "no wire format has this path")
        else:
            seed = _seed(request.headers.get(SEED_HEADER, ""))
            status, made = model.complete(found[0], found[1], body, case_id, seed=seed)
        return web.Response(status=status, body=encode(made), content_type="application/json")

    app = web.Application(client_max_size=_BODY_LIMIT)
    app.router.add_post("/{path:.*}", answer)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        site = web.TCPSite(runner, "127.0.0.1", port)
        await site.start()
        host, taken = runner.addresses[0][:2]
        yield f"http://{host}:{taken}"
    finally:
        await runner.cleanup()


def _seed(text: str) -> int | None:
    try:
        return int(text)
    except ValueError:
        return None


def _answers_given(lifted: LiftedRequest) -> int:
    """How many answers of the model the conversation holds; a format may write one in parts."""
    is_answer = (isinstance(each, AssistantTurn) for each in lifted.conversation)
    return sum(is_one for is_one, _ in groupby(is_answer))


def _instructions(lifted: LiftedRequest) -> str:
    return "\n".join(each.text for each in lifted.conversation if isinstance(each, SystemTurn))


def _as_text(answer: Answer) -> Answer:
    """The answer of a model that was told its tools in the instructions."""
    calls: list[JsonObject] = [
        {"name": each.tool, "arguments": each.arguments} for each in answer.calls
    ]
    if not calls:
        return answer
    return Answer(text=encode(calls[0] if len(calls) == 1 else {"calls": calls}).decode())


def _offered(answer: Answer, lifted: LiftedRequest) -> Answer:
    """The answer with calls of offered tools alone: the model calls no other."""
    schemas = {each.name: each.parameters for each in lifted.tools}
    calls = tuple(
        replace(each, arguments=fitted(each.arguments, schemas[each.tool]))
        for each in answer.calls
        if each.tool in schemas
    )
    if answer.calls and not calls:
        return Answer(text="The tool that this needs was not offered.")
    return replace(answer, calls=calls)
