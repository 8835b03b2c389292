"""One request to a model, sent until there is a decision or no more tries."""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import dataclass, field, replace
from urllib.parse import quote

from toolspec.forbidden_calls import unsolicited_under
from toolspec.forced_choice import checked_choice
from toolspec.jsontypes import JsonObject
from toolspec.plan import Attempt
from toolspec.provider import Conversation, Request, Settings
from toolspec.records import encode
from toolspec.runner.authorization.sending import send_authorized
from toolspec.runner.endpoints import Endpoint
from toolspec.runner.retry import wait_before_retry
from toolspec.runner.transport import Exchange
from toolspec.simulated import CASE_HEADER, SEED_HEADER
from toolspec.spec import RetryPolicy
from toolspec.trace import Decision, TransportError
from toolspec.truncation import truncated_by_limit
from toolspec.urls import join_url, public_url
from toolspec.wire_format import Prepared


@dataclass(slots=True)
class Asked:
    """What came of one request: its events, and a decision or the last fault of the plumbing.

    `elapsed_ms` is the time of the exchange that gave the decision, waits and earlier tries
    excluded; null for the built-in model, whose speed says nothing of any model.
    """

    request: Request
    events: list[JsonObject] = field(default_factory=list)
    decision: Decision | None = None
    error: TransportError | None = None
    elapsed_ms: float | None = None
    retries: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """Sends the requests of one attempt."""

    attempt: Attempt
    endpoint: Endpoint
    prepared: Prepared
    retry: RetryPolicy
    stop: asyncio.Event

    async def ask(self, conversation: Conversation, settings: Settings, step: int) -> Asked | None:
        """Send the conversation so far; null when `stop` was set while a retry was waited for."""
        request = self.prepared.lower(conversation, settings)
        url = join_url(self.endpoint.base_url, request.path)
        shown = f"built-in{request.path}" if self._is_simulated else public_url(url)
        asked = Asked(request)
        body = encode(request.body)
        asked.events.append(
            {
                "event": "request",
                "step": step,
                "url": shown,
                "sha256": hashlib.sha256(body).hexdigest(),
                "body": request.body,
            }
        )
        headers = {**request.headers, **self.endpoint.headers}
        if self._is_simulated:
            headers[CASE_HEADER] = quote(self.attempt.case.id)
            headers[SEED_HEADER] = str(self.attempt.seed)
        # Spreads the waits of workers that failed together, the same way in every run.
        spread = int(self.attempt.id[:8], 16) / 0xFFFFFFFF
        for count in range(1, self.retry.attempts + 1):
            exchange = await send_authorized(
                self.endpoint.transport,
                self.endpoint.authorization,
                request.method,
                url,
                headers,
                body,
            )
            self._take(asked, exchange, settings, step)
            if asked.error is None:
                break
            wait_s = wait_before_retry(asked.error, count, self.retry, spread=spread)
            if wait_s is None:
                break
            asked.events[-1]["wait_s"] = round(wait_s, 3)
            asked.retries += 1
            if await _stopped_within(self.stop, wait_s):
                return None
        return asked

    @property
    def _is_simulated(self) -> bool:
        return self.endpoint.target.is_simulated

    def _take(self, asked: Asked, exchange: Exchange, settings: Settings, step: int) -> None:
        """Read one exchange."""
        lifted = self._lift(asked, exchange, step)
        if isinstance(lifted, TransportError):
            asked.error = _of_simulator(lifted, exchange) if self._is_simulated else lifted
            asked.events.append(_error_event(asked.error, step))
            return
        asked.decision = self._with_settings(lifted, settings)
        asked.error = None
        asked.elapsed_ms = None if self._is_simulated else exchange.elapsed_ms

    def _lift(self, asked: Asked, exchange: Exchange, step: int) -> Decision | TransportError:
        reply = exchange.reply
        if reply is None:
            return exchange.error or TransportError(kind="read", message="nothing came back")
        elapsed_ms = None
        if exchange.elapsed_ms is not None and not self._is_simulated:
            elapsed_ms = round(exchange.elapsed_ms, 3)
        asked.events.append(
            {
                "event": "response",
                "step": step,
                "status": reply.status,
                "body": reply.body,
                "elapsed_ms": elapsed_ms,
            }
        )
        return self.prepared.lift(reply)

    def _with_settings(self, decision: Decision, settings: Settings) -> Decision:
        """The decision with what only the settings of the request can tell."""
        decision = truncated_by_limit(decision, settings.max_output_tokens)
        # In text mode no format carries a tool choice, so that no server can keep it.
        if self.attempt.target.tool_mode == "json_text":
            return decision
        choice = settings.tool_choice
        return checked_choice(unsolicited_under(decision, choice), choice)


async def _stopped_within(stop: asyncio.Event, seconds: float) -> bool:
    try:
        await asyncio.wait_for(stop.wait(), seconds)
    except TimeoutError:
        return False
    return True


def _of_simulator(error: TransportError, exchange: Exchange) -> TransportError:
    """Name a failure of the built-in model as what it is: not the user's provider or fault."""
    if exchange.reply is not None and exchange.reply.status == 422:
        return replace(error, kind="no_reference", retryable=False)
    message = f"the built-in model failed, which is a fault of toolspec: {error.message}"
    return replace(error, kind="simulator", message=message, retryable=False)


def _error_event(error: TransportError, step: int) -> JsonObject:
    return {
        "event": "transport_error",
        "step": step,
        "kind": error.kind,
        "message": error.message,
        "status": error.status,
    }
