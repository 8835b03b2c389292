"""A call and what came before it → the `CallView` that policy looks at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from toolspec.argument_context import argument_context
from toolspec.contract import ArgumentValidator, Violation
from toolspec.spec import Case, Spec, Tool
from toolspec.story import MadeCall
from toolspec.trace import ToolCall
from toolspec.world.disturbances import Disturbances
from toolspec.world.view import CallView


class Viewing:
    """Views the calls of one attempt; each tool's schema is compiled once."""

    def __init__(self, spec: Spec, case: Case) -> None:
        self._spec, self._case = spec, case
        self._tools = {each.name: each for each in spec.offered(case)}
        self._validators: dict[str, ArgumentValidator] = {}

    def view(
        self,
        call: ToolCall,
        *,
        turn: int,
        step: int,
        history: Sequence[MadeCall],
        names: Mapping[str, object],
        faults: Disturbances,
    ) -> CallView:
        """The view of one call; raises `ValidationTimeout` when its schema takes too long."""
        case, world = self._case, self._spec.world_of(self._case)
        tool, who = self._tools.get(call.name or ""), world.principal
        past = case.dialogue[: turn + 1]
        expects = [case.expect, *(each.expect for each in past if each.expect)]
        offered = self._tools.values()
        return CallView(
            case=case,
            call=call,
            tool=tool,
            offered=tuple(self._tools),
            misfits=self._misfits(tool, call),
            turn=turn,
            step=step,
            approvals=tuple(given for each in past for given in each.approves),
            assents=tuple(given for each in past[1:] for given in each.approves),
            expected=tuple(wanted for each in expects for wanted in each.calls),
            history=tuple(history),
            scopes=None if who is None else frozenset(who.scopes),
            withdrawn=frozenset(faults.withdrawn),
            tenant=None if who is None else who.tenant,
            secrets=world.secrets,
            marker=None if self._spec.context is None else self._spec.context.marker,
            names=names,
            context=argument_context(
                tool,
                world.clock,
                fills_defaults=self._spec.fills_defaults,
                results=tuple((each.tool, each.result) for each in history if each.is_success),
            ),
            forbidden=tuple(faults.forbidden),
            completing=frozenset(each.name for each in offered if each.completes),
            reading=frozenset(each.name for each in offered if each.effect == "read"),
        )

    def _misfits(self, tool: Tool | None, call: ToolCall) -> tuple[Violation, ...]:
        if tool is None or call.arguments is None:
            return ()
        if tool.name not in self._validators:
            self._validators[tool.name] = ArgumentValidator(tool.definition.parameters)
        return self._validators[tool.name].violations(call.arguments)
