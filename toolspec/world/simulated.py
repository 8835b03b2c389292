"""One attempt's world: policy, then a fault where one is planned, then the simulated tool."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import asdict, dataclass
from random import Random

from toolspec.argument_context import argument_context
from toolspec.contract import ArgumentValidator
from toolspec.contract import Violation as SchemaViolation
from toolspec.jsontypes import Json, JsonObject
from toolspec.spec import Case, Fault, Spec, Tool
from toolspec.story import MadeCall, Violation
from toolspec.trace import ToolCall
from toolspec.world.clock import Clock
from toolspec.world.faults import FAULTS, FaultModule, Scene
from toolspec.world.hooks import Hook
from toolspec.world.ledger import Ledger
from toolspec.world.outcome import Outcome, error_content
from toolspec.world.policy import judge_call
from toolspec.world.service import Service
from toolspec.world.view import CallView


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
        self._spec, self._case, self._world = spec, case, world
        self._tools = {each.name: each for each in spec.offered(case)}
        self._clock = Clock(world.clock)
        self._ledger = Ledger(world.state)
        self._scopes = set(world.principal.scopes) if world.principal else set[str]()
        self._service = Service(self._ledger, self._clock, self.principal, hooks or {})
        self._validators: dict[str, ArgumentValidator] = {}
        self._random = Random(seed)
        self._forbidden: list[JsonObject] = []
        self._history: list[MadeCall] = []
        self._reached: dict[str, int] = {}
        self._fired: list[str] = []
        self._turn = -1

    def begin_turn(self) -> None:
        """The user's next message: what it approves counts from now on."""
        self._turn += 1

    @property
    def unfired(self) -> tuple[str, ...]:
        """The planned faults that have not struck."""
        return tuple(each.name for each in self._case.faults if each.name not in self._fired)

    def closing_event(self) -> JsonObject:
        """The end state and the ledger."""
        return self._ledger.event()

    def principal(self) -> JsonObject | None:
        """Who the agent acts for, with the scopes of now."""
        who = self._world.principal
        if who is None:
            return None
        return {"user": who.user, "tenant": who.tenant, "scopes": sorted(self._scopes)}

    def call(self, call: ToolCall, *, step: int, index: int) -> Answered:
        """Hold one call against policy, and carry it out if it may run.

        Raises `StubFailed` when the spec's own stub cannot answer.
        """
        place: JsonObject = {"step": step, "call": index, "tool": call.name}
        view = self._view(call)
        violations, is_allowed = judge_call(view)
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
        fault = self._fault(tool)
        if fault is not None:
            self._fired.append(fault.name)
            events.append({"event": "fault", **place, "name": fault.name, "kind": fault.kind})
        outcome = self._outcome(view, tool, fault, events, place)
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

    def _fault(self, tool: Tool) -> Fault | None:
        """The fault planned for this call of the tool, if any."""
        count = self._reached[tool.name] = self._reached.get(tool.name, 0) + 1
        planned = self._case.faults
        return next(
            (each for each in planned if (each.tool, each.call) == (tool.name, count)), None
        )

    def _outcome(
        self,
        view: CallView,
        tool: Tool,
        fault: Fault | None,
        events: list[JsonObject],
        place: JsonObject,
    ) -> Outcome:
        arguments = view.call.arguments or {}

        def work(*, cause: str = "call", is_stale: bool = False) -> Outcome:
            event = {"event": "tool_call", **place, "arguments": deepcopy(arguments)}
            events.append(event if cause == "call" else {**event, "cause": cause})
            return self._service.carry_out(
                tool, arguments, place["step"], place["call"], cause=cause, is_stale=is_stale
            )

        if fault is None:
            return work()
        module: FaultModule = FAULTS.load(fault.kind)
        scene = Scene(tool, self._clock, self._scopes, self._forbidden, self._random)
        return module.strike(fault, work, scene)

    def _view(self, call: ToolCall) -> CallView:
        case, world = self._case, self._world
        tool = self._tools.get(call.name or "")
        past = case.dialogue[: self._turn + 1]
        expects = [case.expect, *(each.expect for each in past if each.expect)]
        return CallView(
            case=case,
            call=call,
            tool=tool,
            offered=tuple(self._tools),
            misfits=self._misfits(tool, call),
            turn=self._turn,
            approvals=tuple(given for each in past for given in each.approves),
            assents=tuple(given for each in past[1:] for given in each.approves),
            expected=tuple(wanted for each in expects for wanted in each.calls),
            history=tuple(self._history),
            scopes=None if world.principal is None else frozenset(self._scopes),
            tenant=None if world.principal is None else world.principal.tenant,
            secrets=world.secrets,
            marker=None if self._spec.context is None else self._spec.context.marker,
            names=self._service.names(call.arguments or {}),
            context=argument_context(
                tool, world.clock, fills_defaults=self._spec.fills_defaults, results=self._results()
            ),
            forbidden=tuple(self._forbidden),
            completing=frozenset(each.name for each in self._tools.values() if each.completes),
        )

    def _results(self) -> tuple[tuple[str, Json], ...]:
        return tuple((each.tool, each.result) for each in self._history if each.is_success)

    def _misfits(self, tool: Tool | None, call: ToolCall) -> tuple[SchemaViolation, ...]:
        if tool is None or call.arguments is None:
            return ()
        if tool.name not in self._validators:
            self._validators[tool.name] = ArgumentValidator(tool.definition.parameters)
        return self._validators[tool.name].violations(call.arguments)
