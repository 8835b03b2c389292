"""One attempt: its request, sent until there is a decision or no more tries, told as a `Trace`."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from urllib.parse import quote

from toolspec.forbidden_calls import unsolicited_under
from toolspec.forced_choice import checked_choice
from toolspec.jsontypes import JsonObject
from toolspec.plan import Attempt
from toolspec.provider import Request
from toolspec.records import decision_to_json, encode
from toolspec.runner.authorization.sending import send_authorized
from toolspec.runner.endpoints import Endpoint
from toolspec.runner.retry import wait_before_retry
from toolspec.runner.transport import Exchange
from toolspec.simulated import CASE_HEADER
from toolspec.spec import RetryPolicy
from toolspec.trace import Decision, Status, Trace, TransportError, Usage
from toolspec.truncation import truncated_by_limit
from toolspec.urls import join_url, public_url
from toolspec.wire_format import Prepared


@dataclass(slots=True)
class _Story:
    """What happened to one attempt so far."""

    prepared: Prepared
    request: Request
    events: list[JsonObject]
    decision: Decision | None = None
    error: TransportError | None = None
    elapsed_ms: float | None = None
    retries: int = 0


async def make(
    attempt: Attempt,
    endpoint: Endpoint,
    *,
    spec_name: str,
    retry: RetryPolicy,
    stop: asyncio.Event,
) -> Trace | None:
    """Send the first turn; null when `stop` was set while a retry was waited for.

    Reported time is that of the last exchange alone: waits are counted apart.
    """
    prepared = endpoint.target_format.prepared(attempt.tools)
    missing = _missing_capability(attempt, prepared)
    if missing is not None:
        return not_run(attempt, spec_name, missing)
    request = prepared.lower(attempt.conversation, attempt.settings)
    url = join_url(endpoint.base_url, request.path)
    sent = {"event": "request", "step": 0, "url": public_url(url), "body": request.body}
    story = _Story(prepared, request, [sent])
    is_told = await _send(story, attempt, endpoint, url=url, retry=retry, stop=stop)
    return _trace(attempt, spec_name, story) if is_told else None


def _missing_capability(attempt: Attempt, prepared: Prepared) -> TransportError | None:
    """What the wire format lacks that the case needs: to ask for it would blame the model."""
    expect = attempt.case.expect
    needs_several = len(expect.calls) > 1 and expect.parallel == "required"
    if not needs_several or attempt.target.tool_mode == "json_text":
        return None
    fact = prepared.dialect.acceptance("parallel_calls")
    if fact.value == "accepted":
        return None
    message = f"the case needs several calls in one answer, and `{attempt.target.adapter}` has one"
    return TransportError(kind="capability_missing", message=message)


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
        events=(_end(reason.kind),),
        elapsed_ms=None,
        transport_retries=0,
        usage=Usage(),
        request_settings={},
        transport_error=reason,
        decision=None,
    )


def _end(reason: str) -> JsonObject:
    return {"event": "end", "reason": reason, "until": "decision"}


async def _send(
    story: _Story,
    attempt: Attempt,
    endpoint: Endpoint,
    *,
    url: str,
    retry: RetryPolicy,
    stop: asyncio.Event,
) -> bool:
    """Fill the story; false when stopped between two tries."""
    body = encode(story.request.body)
    headers = {**story.request.headers, **endpoint.headers}
    if endpoint.target.is_simulated:
        headers[CASE_HEADER] = quote(attempt.case.id)
    # Spreads the waits of workers that failed together, the same way in every run.
    spread = int(attempt.id[:8], 16) / 0xFFFFFFFF
    for count in range(1, retry.attempts + 1):
        exchange = await send_authorized(
            endpoint.transport, endpoint.authorization, story.request.method, url, headers, body
        )
        _take(story, exchange, attempt, endpoint)
        if story.error is None:
            break
        wait_s = wait_before_retry(story.error, count, retry, spread=spread)
        if wait_s is None:
            break
        story.events[-1]["wait_s"] = round(wait_s, 3)
        story.retries += 1
        if await _stopped_within(stop, wait_s):
            return False
    return True


async def _stopped_within(stop: asyncio.Event, seconds: float) -> bool:
    try:
        await asyncio.wait_for(stop.wait(), seconds)
    except TimeoutError:
        return False
    return True


def _take(story: _Story, exchange: Exchange, attempt: Attempt, endpoint: Endpoint) -> None:
    """Read one exchange into the story."""
    lifted = _lift(story, exchange, attempt, endpoint)
    if isinstance(lifted, TransportError):
        story.error = _of_simulator(lifted, exchange) if endpoint.target.is_simulated else lifted
        story.events.append(_error_event(story.error))
        return
    story.decision = _with_settings(lifted, attempt)
    story.error = None
    story.elapsed_ms = exchange.elapsed_ms
    story.events.append({"event": "decision", **decision_to_json(story.decision)})


def _with_settings(decision: Decision, attempt: Attempt) -> Decision:
    """The decision with what only the settings of the request can tell."""
    settings = attempt.settings
    decision = truncated_by_limit(decision, settings.max_output_tokens)
    # In text mode no format carries a tool choice, so that no server can keep it.
    if attempt.target.tool_mode == "json_text":
        return decision
    choice = settings.tool_choice
    return checked_choice(unsolicited_under(decision, choice), choice)


def _lift(
    story: _Story, exchange: Exchange, attempt: Attempt, endpoint: Endpoint
) -> Decision | TransportError:
    reply = exchange.reply
    if reply is None:
        return exchange.error or TransportError(kind="read", message="nothing came back")
    elapsed_ms = None if exchange.elapsed_ms is None else round(exchange.elapsed_ms, 3)
    story.events.append(
        {
            "event": "response",
            "step": 0,
            "status": reply.status,
            "body": reply.body,
            "elapsed_ms": elapsed_ms,
        }
    )
    return story.prepared.lift(reply)


def _of_simulator(error: TransportError, exchange: Exchange) -> TransportError:
    """Name a failure of the built-in model as what it is: not the user's provider or fault."""
    if exchange.reply is not None and exchange.reply.status == 422:
        return replace(error, kind="no_reference", retryable=False)
    message = f"the built-in model failed, which is a fault of toolspec: {error.message}"
    return replace(error, kind="simulator", message=message, retryable=False)


def _error_event(error: TransportError) -> JsonObject:
    return {
        "event": "transport_error",
        "step": 0,
        "kind": error.kind,
        "message": error.message,
        "status": error.status,
    }


def _trace(attempt: Attempt, spec_name: str, story: _Story) -> Trace:
    decision = story.decision
    status: Status = "completed" if decision is not None else "infra_error"
    reason = "decision" if decision is not None else "transport_error"
    return Trace(
        attempt_id=attempt.id,
        spec=spec_name,
        target=attempt.target.name,
        provider=attempt.target.adapter,
        model=attempt.settings.model,
        model_returned=None if decision is None else decision.model,
        case_id=attempt.case.id,
        variant=attempt.variant,
        attempt=attempt.repetition,
        status=status,
        events=(*story.events, _end(reason)),
        elapsed_ms=None if story.elapsed_ms is None else round(story.elapsed_ms, 3),
        transport_retries=story.retries,
        usage=Usage() if decision is None else decision.usage,
        request_settings=story.request.settings,
        transport_error=story.error if decision is None else None,
        decision=decision,
    )
