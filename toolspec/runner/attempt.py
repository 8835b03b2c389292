"""One attempt, told as a `Trace`: its first decision, or the whole loop on simulated tools."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field

from toolspec.episode import Episode
from toolspec.jsontypes import JsonObject
from toolspec.plan import Attempt
from toolspec.records import decision_to_json
from toolspec.runner.asking import Asked, Asker
from toolspec.runner.endpoints import Endpoint
from toolspec.spec import Case, RetryPolicy, Spec, Until
from toolspec.trace import Decision, Status, Trace, TransportError, Usage
from toolspec.usage import added
from toolspec.wire_format import Prepared
from toolspec.world import Hook, StubFailed


@dataclass(slots=True)
class _Told:
    """What happened to one attempt so far."""

    until: Until
    events: list[JsonObject] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)
    error: TransportError | None = None
    elapsed_ms: float | None = None
    retries: int = 0
    request_settings: JsonObject = field(default_factory=dict)

    def take(self, asked: Asked) -> Decision | None:
        """Add what came of one request; gives its decision."""
        if not self.request_settings:
            self.request_settings = asked.request.settings
        self.events += asked.events
        self.retries += asked.retries
        self.error = asked.error
        if asked.decision is not None:
            self.decisions.append(asked.decision)
            if asked.elapsed_ms is not None:
                self.elapsed_ms = (self.elapsed_ms or 0.0) + asked.elapsed_ms
        return asked.decision


async def make(
    attempt: Attempt,
    endpoint: Endpoint,
    *,
    spec: Spec,
    hooks: Mapping[str, Hook],
    retry: RetryPolicy,
    stop: asyncio.Event,
) -> Trace | None:
    """Make the attempt; null when `stop` was set before it was over.

    Reported time is that of the exchanges that gave decisions: waits are counted apart.
    """
    prepared = endpoint.target_format.prepared(attempt.tools)
    missing = _missing_capability(attempt, prepared)
    if missing is not None:
        return not_run(attempt, spec.name, missing)
    asker = Asker(attempt=attempt, endpoint=endpoint, prepared=prepared, retry=retry, stop=stop)
    told = _Told(attempt.case.until)
    if attempt.case.until == "decision":
        is_told = await _decide(told, attempt, asker)
    else:
        is_told = await _run(told, attempt, asker, spec, hooks)
    return _trace(attempt, spec.name, told) if is_told else None


async def _decide(told: _Told, attempt: Attempt, asker: Asker) -> bool:
    """Fill in the first decision; false when stopped."""
    asked = await asker.ask(attempt.conversation, attempt.settings, 0)
    if asked is None:
        return False
    decision = told.take(asked)
    if decision is not None:
        told.events.append({"event": "decision", **decision_to_json(decision)})
    told.events.append(_end("transport_error" if decision is None else "decision", told.until))
    return True


async def _run(
    told: _Told, attempt: Attempt, asker: Asker, spec: Spec, hooks: Mapping[str, Hook]
) -> bool:
    """Fill in the loop, up to its end; false when stopped."""
    episode = Episode(spec, attempt.case, attempt.conversation, seed=attempt.seed, hooks=hooks)
    told.events += episode.events
    while episode.end is None:
        if asker.stop.is_set():
            return False
        settings = episode.settings(attempt.settings)
        asked = await asker.ask(episode.conversation, settings, episode.step)
        if asked is None:
            return False
        decision = told.take(asked)
        if decision is None:
            told.events.append(_end("transport_error", told.until))
            return True
        before = len(episode.events)
        try:
            episode.take(decision)
        except StubFailed as error:
            told.error = TransportError(kind="stub_failed", message=str(error))
            told.events += [*episode.events[before:], _end("stub_failed", told.until)]
            return True
        told.events += episode.events[before:]
    return True


def _missing_capability(attempt: Attempt, prepared: Prepared) -> TransportError | None:
    """What the wire format lacks that the case needs: to ask for it would blame the model."""
    if attempt.target.tool_mode == "json_text" or not _needs_several(attempt.case):
        return None
    fact = prepared.dialect.acceptance("parallel_calls")
    if fact.value == "accepted":
        return None
    message = f"the case needs several calls in one answer, and `{attempt.target.adapter}` has one"
    return TransportError(kind="capability_missing", message=message)


def _needs_several(case: Case) -> bool:
    """Whether some message of the user wants several calls in one answer."""
    expects = (case.expect, *(each.expect for each in case.dialogue))
    return any(
        len(each.calls) > 1 and each.parallel == "required" for each in expects if each is not None
    )


def not_run(attempt: Attempt, spec_name: str, reason: TransportError) -> Trace:
    """The trace of an attempt for which nothing was sent, for a reason."""
    return Trace(
        attempt_id=attempt.id,
        spec=spec_name,
        target=attempt.target.name,
        provider=attempt.target.adapter,
        model=attempt.settings.model,
        model_returned=None,
        case_id=attempt.case.id,
        variant=attempt.variant,
        attempt=attempt.repetition,
        status="not_run",
        events=(_end(reason.kind, attempt.case.until),),
        elapsed_ms=None,
        transport_retries=0,
        usage=Usage(),
        request_settings={},
        transport_error=reason,
        decision=None,
    )


def _end(reason: str, until: Until) -> JsonObject:
    return {"event": "end", "reason": reason, "until": until}


def _trace(attempt: Attempt, spec_name: str, told: _Told) -> Trace:
    status: Status = "completed" if told.error is None else "infra_error"
    last = told.decisions[-1] if told.decisions else None
    return Trace(
        attempt_id=attempt.id,
        spec=spec_name,
        target=attempt.target.name,
        provider=attempt.target.adapter,
        model=attempt.settings.model,
        model_returned=None if last is None else last.model,
        case_id=attempt.case.id,
        variant=attempt.variant,
        attempt=attempt.repetition,
        status=status,
        events=tuple(told.events),
        elapsed_ms=None if told.elapsed_ms is None else round(told.elapsed_ms, 3),
        transport_retries=told.retries,
        usage=added(each.usage for each in told.decisions),
        request_settings=told.request_settings,
        transport_error=told.error,
        decision=told.decisions[0] if told.decisions else None,
    )
