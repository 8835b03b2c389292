"""One attempt by an external agent: its calls and its words, taken as decisions of a model.

The agent sees the tools of one case, with policy and faults, and talks to the scripted user. What
it does becomes the same events as in a run of our own, and is graded by the same judge.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from toolspec.episode import Episode
from toolspec.jsontypes import Json, JsonObject
from toolspec.plan import Attempt
from toolspec.provider import SystemTurn, ToolResultTurn, UserTurn
from toolspec.spec import Spec
from toolspec.trace import Decision, Status, ToolCall, Trace, TransportError, Usage
from toolspec.world import Hook, StubFailed


@dataclass(frozen=True, slots=True)
class CallResult:
    """What the agent is given for one call."""

    content: Json
    is_error: bool


class SessionEnded(Exception):
    """The attempt is over: nothing more is taken. The reason is that of the `end` event."""


class Session:
    """An attempt in the making. `user` is what the user has said last."""

    def __init__(
        self, spec: Spec, attempt: Attempt, hooks: Mapping[str, Hook] | None = None
    ) -> None:
        self.attempt = attempt
        self._spec = spec
        self._error: TransportError | None = None
        self._decisions: list[Decision] = []
        self._episode = Episode(
            spec, attempt.case, attempt.conversation, seed=attempt.seed, hooks=hooks
        )
        opening = attempt.conversation[-1]
        self.user = opening.text if isinstance(opening, UserTurn) else attempt.case.user

    @property
    def instructions(self) -> str:
        """The prompt of the spec."""
        first = self.attempt.conversation[0]
        return first.text if isinstance(first, SystemTurn) else ""

    @property
    def end(self) -> str | None:
        """Why the attempt is over; null while it goes on."""
        return "stub_failed" if self._error is not None else self._episode.end

    def call(self, name: str, arguments: JsonObject) -> CallResult:
        """Carry out one call, whose name is not empty; it may be the last one.

        Raises `SessionEnded`, and `StubFailed` for a mistake of the spec.
        """
        number = len(self._decisions)
        call = ToolCall(
            call_id=f"call_{number}", name=name, arguments=arguments, raw_arguments=arguments
        )
        self._take(Decision(kind="tool_call", calls=(call,)))
        last = self._episode.conversation[-1]
        if not isinstance(last, ToolResultTurn) or last.call is not call:
            raise SessionEnded(self.end or "ended")
        return CallResult(last.content, last.is_error)

    def reply(self, text: str) -> str | None:
        """Say something to the user; gives the next message, null when the dialogue is over.

        Raises `SessionEnded`.
        """
        self._take(_said(text))
        last = self._episode.conversation[-1]
        if self._episode.end is not None or not isinstance(last, UserTurn):
            return None
        self.user = last.text
        return self.user

    def _take(self, decision: Decision) -> None:
        if self.end is not None:
            raise SessionEnded(self.end)
        self._decisions.append(decision)
        try:
            self._episode.take(decision)
        except StubFailed as error:
            self._error = TransportError(kind="stub_failed", message=str(error))
            raise

    def trace(self) -> Trace:
        """The attempt as a record. One that was broken off did not run: nothing of it is kept."""
        if self.end is None:
            message = "the agent went away before the dialogue was over"
            gone = TransportError(kind="interrupted", message=message)
            return self._trace("not_run", (_ended("interrupted"),), gone)
        events = tuple(self._episode.events)
        if self._error is not None:
            return self._trace("infra_error", (*events, _ended("stub_failed")), self._error)
        return self._trace("completed", events, None)

    def _trace(
        self, status: Status, events: tuple[JsonObject, ...], error: TransportError | None
    ) -> Trace:
        attempt = self.attempt
        return Trace(
            attempt_id=attempt.id,
            spec=self._spec.name,
            target=attempt.target.name,
            provider=attempt.target.adapter,
            model=attempt.settings.model,
            model_returned=None,
            case_id=attempt.case.id,
            variant=attempt.variant,
            attempt=attempt.repetition,
            status=status,
            events=events,
            elapsed_ms=None,
            transport_retries=0,
            usage=Usage(),
            request_settings={},
            transport_error=error,
            decision=None if status == "not_run" else self._decisions[0],
        )


def _said(text: str) -> Decision:
    if text.strip():
        return Decision(kind="text", text=text)
    return Decision(kind="invalid", reason="empty", text=text)


def _ended(reason: str) -> JsonObject:
    return {"event": "end", "reason": reason, "until": "done"}
