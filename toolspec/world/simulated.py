"""One attempt's world: policy, then a fault where one is planned, then the simulated tool."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import asdict, dataclass

from toolspec.contract import PatternTimeout, ValidationTimeout
from toolspec.jsontypes import Json, JsonObject
from toolspec.matchers import CheckError
from toolspec.spec import Case, Spec, Tool
from toolspec.story import MadeCall, Violation
from toolspec.trace import ToolCall
from toolspec.world.clock import Clock
from toolspec.world.disturbances import Disturbances
from toolspec.world.hooks import Hook
from toolspec.world.ledger import Ledger
from toolspec.world.outcome import Outcome, StubFailed, error_content
from toolspec.world.policy import judge_call
from toolspec.world.service import Service
from toolspec.world.view import CallView
from toolspec.world.viewing import Viewing


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What became of one call: its events, and what the model is given."""

    made: MadeCall
    events: tuple[JsonObject, ...]

    @property
    def content(self) -> Json:
        """The result, or the error in its own shape."""
        return self.made.result

    @property
    def is_error(self) -> bool:
        """Whether the model is told that the call failed."""
        return self.made.status != "executed"


class SimulatedWorld:
    """The simulated tools of one attempt, on data of their own. No network, no clock, no chance."""

    def __init__(
        self, spec: Spec, case: Case, *, seed: int, hooks: Mapping[str, Hook] | None = None
    ) -> None:
        world = spec.world_of(case)
        clock = Clock(world.clock)
        self._who = world.principal
        self._ledger = Ledger(world.state)
        self._faults = Disturbances(case.faults, clock, seed)
        self._service = Service(self._ledger, clock, self.principal, hooks or {})
        self._viewing = Viewing(spec, case)
        self._history: list[MadeCall] = []
        self._turn = -1

    def begin_turn(self) -> None:
        """The user's next message: what it approves counts from now on."""
        self._turn += 1

    @property
    def unfired(self) -> tuple[str, ...]:
        """The planned faults that have not struck."""
        return self._faults.unfired

    def closing_event(self) -> JsonObject:
        """The end state and the ledger."""
        return self._ledger.event()

    def principal(self) -> JsonObject | None:
        """Who the agent acts for, with the scopes of now."""
        who = self._who
        if who is None:
            return None
        scopes = sorted(set(who.scopes) - self._faults.withdrawn)
        return {"user": who.user, "tenant": who.tenant, "scopes": scopes}

    def call(self, call: ToolCall, *, step: int, index: int) -> Answered:
        """Hold one call against policy, and carry it out if it may run.

        Raises `StubFailed` when the spec's own stub cannot answer, or its rules cannot be
        evaluated.
        """
        place: JsonObject = {"step": step, "call": index, "tool": call.name}
        view, violations, is_allowed = self._judged(call, step)
        events: list[JsonObject] = [
            {
                "event": "policy",
                **place,
                "verdict": "allowed" if is_allowed else "denied",
                "violations": [asdict(each) for each in violations],
            }
        ]
        if is_allowed and view.tool is not None:
            made = self._executed(view, view.tool, violations, events, place)
        else:
            made = self._denied(view, violations, place)
        result = {"status": made.status, "result": made.result, "error_code": made.error_code}
        events.append({"event": "tool_result", **place, **result})
        self._history.append(made)
        return Answered(made=made, events=tuple(events))

    def _judged(self, call: ToolCall, step: int) -> tuple[CallView, tuple[Violation, ...], bool]:
        try:
            view = self._viewing.view(
                call,
                turn=self._turn,
                step=step,
                history=self._history,
                names=self._service.names(call.arguments or {}),
                faults=self._faults,
            )
            return view, *judge_call(view)
        except (PatternTimeout, ValidationTimeout, CheckError) as error:
            message = f"a call of `{call.name}` cannot be held against policy: {error}"
            raise StubFailed(message) from error

    def _denied(
        self, view: CallView, violations: tuple[Violation, ...], place: JsonObject
    ) -> MadeCall:
        code = violations[0].code.upper()
        message = "; ".join(dict.fromkeys(each.message for each in violations))
        return MadeCall(
            turn=self._turn,
            step=place["step"],
            index=place["call"],
            call=view.call,
            status="denied",
            violations=violations,
            result=error_content(code, message),
            error_code=code,
        )

    def _executed(
        self,
        view: CallView,
        tool: Tool,
        violations: tuple[Violation, ...],
        events: list[JsonObject],
        place: JsonObject,
    ) -> MadeCall:
        arguments = view.call.arguments or {}
        before = len(events)

        def work(*, cause: str = "call", is_stale: bool = False) -> Outcome:
            event = {"event": "tool_call", **place, "arguments": deepcopy(arguments)}
            events.append(event if cause == "call" else {**event, "cause": cause})
            return self._service.carry_out(
                tool, arguments, place["step"], place["call"], cause=cause, is_stale=is_stale
            )

        outcome, fault = self._faults.disturb(tool, work)
        if fault is not None:
            struck = {"event": "fault", **place, "name": fault.name, "kind": fault.kind}
            events.insert(before, struck)
        return MadeCall(
            turn=self._turn,
            step=place["step"],
            index=place["call"],
            call=view.call,
            status=outcome.status,
            violations=violations,
            result=outcome.result,
            error_code=outcome.error_code,
            fault=None if fault is None else fault.name,
            fault_kind=None if fault is None else fault.kind,
        )
