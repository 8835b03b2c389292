"""Plan → traces: bounded parallelism, one policy of retries, each record written as it finishes.

`parallelism` workers pull attempts from one iterator, so memory is bounded by the workers and not
by the plan. Reported time is the provider's; waits are counted apart.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from urllib.parse import quote

import orjson

from toolspec.jsontypes import JsonObject
from toolspec.plan import Attempt
from toolspec.provider import Adapter, Request
from toolspec.records import decision_to_json
from toolspec.runner.journal import Journal
from toolspec.runner.retry import wait_before_retry
from toolspec.runner.transport import Exchange, Transport
from toolspec.simulated import CASE_HEADER
from toolspec.spec import RetryPolicy
from toolspec.trace import Decision, Status, Trace, TransportError, Usage
from toolspec.truncation import truncated_by_limit
from toolspec.urls import join_url, public_url

# Connections opened all at once wait for each other's handshakes, and the first answers would be
# reported as slower than the provider was.
_STAGGER_S = 0.001

_NOT_SETTINGS = frozenset({"messages", "tools"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """Where the attempts of one target go, and how. `headers` hold the key."""

    adapter: Adapter
    base_url: str
    headers: Mapping[str, str]
    transport: Transport
    is_simulated: bool


@dataclass(slots=True)
class _Story:
    """What happened to one attempt so far."""

    request: Request
    events: list[JsonObject]
    decision: Decision | None = None
    error: TransportError | None = None
    elapsed_ms: float | None = None
    retries: int = 0


async def execute(
    attempts: Iterator[Attempt],
    *,
    spec_name: str,
    endpoints: Mapping[str, Endpoint],
    retry: RetryPolicy,
    parallelism: int,
    journal: Journal,
    on_trace: Callable[[Trace], None],
    stop: asyncio.Event,
) -> None:
    """Make every attempt, or those begun before `stop` was set."""

    async def work(number: int) -> None:
        await asyncio.sleep(number * _STAGGER_S)
        for attempt in attempts:
            if stop.is_set():
                return
            story = await _make(attempt, endpoints[attempt.target.name], retry, stop)
            if story is None:
                return
            on_trace(journal.append(_trace(attempt, spec_name, story)))

    async with asyncio.TaskGroup() as group:
        for number in range(parallelism):
            group.create_task(work(number))


async def _make(attempt: Attempt, endpoint: Endpoint, retry: RetryPolicy, stop: asyncio.Event) -> _Story | None:
    """Send the first turn until there is a decision or no more tries. Null when stopped in between."""
    request = endpoint.adapter.lower(
        attempt.conversation, attempt.tools, attempt.settings, base_url=endpoint.base_url
    )
    body = orjson.dumps(request.body)
    headers = {**request.headers, **endpoint.headers}
    if endpoint.is_simulated:
        headers[CASE_HEADER] = quote(attempt.case.id)
    url = join_url(endpoint.base_url, request.path)
    story = _Story(request, [{"event": "request", "step": 0, "url": public_url(url), "body": request.body}])
    # Spreads the waits of workers that failed together, the same way in every run.
    spread = int(attempt.id[:8], 16) / 0xFFFFFFFF
    for sent in range(1, retry.attempts + 1):
        _take(story, await endpoint.transport.send(url, headers, body), attempt, endpoint)
        if story.error is None:
            break
        wait_s = wait_before_retry(story.error, sent, retry, spread=spread)
        if wait_s is None:
            break
        story.events[-1]["wait_s"] = round(wait_s, 3)
        story.retries += 1
        if await _stopped_within(stop, wait_s):
            return None
    return story


async def _stopped_within(stop: asyncio.Event, seconds: float) -> bool:
    try:
        await asyncio.wait_for(stop.wait(), seconds)
    except TimeoutError:
        return False
    return True


def _take(story: _Story, exchange: Exchange, attempt: Attempt, endpoint: Endpoint) -> None:
    """Read one exchange into the story."""
    lifted: Decision | TransportError
    if exchange.reply is None:
        lifted = exchange.error or TransportError(kind="read", message="nothing came back")
    else:
        reply = exchange.reply
        story.events.append(
            {"event": "response", "step": 0, "status": reply.status, "body": reply.body, "elapsed_ms": exchange.elapsed_ms}
        )
        offered = frozenset(each.name for each in attempt.tools)
        lifted = endpoint.adapter.lift(reply, offered)
    if isinstance(lifted, TransportError):
        story.error = _of_simulator(lifted, exchange) if endpoint.is_simulated else lifted
        story.events.append(_error_event(story.error))
        return
    limit = attempt.settings.max_output_tokens
    story.decision = lifted if limit is None else truncated_by_limit(lifted, limit)
    story.error = None
    story.elapsed_ms = exchange.elapsed_ms
    story.events.append({"event": "decision", **decision_to_json(story.decision)})


def _of_simulator(error: TransportError, exchange: Exchange) -> TransportError:
    """Name a failure of the built-in model as what it is: not the user's provider, not the user's fault."""
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
        events=(*story.events, {"event": "end", "reason": reason, "until": "decision"}),
        elapsed_ms=None if story.elapsed_ms is None else round(story.elapsed_ms, 3),
        transport_retries=story.retries,
        usage=Usage() if decision is None else decision.usage,
        request_settings={key: value for key, value in story.request.body.items() if key not in _NOT_SETTINGS},
        transport_error=story.error if decision is None else None,
        decision=decision,
    )
