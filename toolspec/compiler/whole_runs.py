"""The keys of an `expect` that only a run to its end can tell: effects, state, checks, claims."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolspec import matchers, wording
from toolspec.compiler.earlier_results import earlier_results
from toolspec.compiler.formulas import CHECK_NAMES, check_expression, check_state_path
from toolspec.compiler.frame import Frame
from toolspec.compiler.names import is_tool
from toolspec.compiler.scope import Scope
from toolspec.jsontypes import Json, JsonObject
from toolspec.matchers import Context
from toolspec.source import PathSteps
from toolspec.spec import Check, Claim, StateRule, Tool

KEYS: Final = ("effects", "state", "checks", "claims", "max_calls")


class WholeRunLoader:
    """Reads what the cases of one spec expect of whole runs."""

    def __init__(self, scope: Scope, tools: dict[str, Tool]) -> None:
        self._scope = scope
        self._tools = tools

    def effects(self, value: JsonObject, path: PathSteps) -> dict[str, int]:
        """Read how many changes must be committed, by tool."""
        counts = {}
        for name, count in value.get("effects", {}).items():
            where: PathSteps = (*path, "effects", name)
            counts[name] = int(count)
            known = is_tool(self._scope, name, self._tools, where, at="key")
            if known and self._tools[name].effect == "read":
                message = f"`{name}` has `effect: read` and changes nothing"
                help = "remove it, or write `effect: mutate`"
                self._scope.error("TS212", message, where, at="key", help=help)
        return counts

    def max_calls(self, value: JsonObject, path: PathSteps) -> dict[str, int]:
        """Read how many calls may be made, by tool."""
        for name in value.get("max_calls", {}):
            is_tool(self._scope, name, self._tools, (*path, "max_calls", name), at="key")
        return {name: int(most) for name, most in value.get("max_calls", {}).items()}

    def state(self, value: JsonObject, path: PathSteps, frame: Frame) -> tuple[StateRule, ...]:
        """Read what must stand in the end state."""
        return tuple(
            self._state_rule(at, wanted, (*path, "state", at), frame)
            for at, wanted in value.get("state", {}).items()
        )

    def _state_rule(self, at: str, wanted: Json, path: PathSteps, frame: Frame) -> StateRule:
        check_state_path(self._scope, at, path, frozenset(), at="key")
        for problem in matchers.problems(wanted, context=Context(clock=frame.clock)):
            where = self._scope.below(path, problem.path)
            self._scope.error("TS220", problem.message, where, help=problem.help)
        for pointer, _ in earlier_results(wanted):
            where = self._scope.below(path, pointer)
            message, help = "`$from` is only read in expected calls", "write the value itself"
            self._scope.error("TS218", message, where, help=help)
        return StateRule(at=at, value=wanted, path=path)

    def checks(self, value: JsonObject, path: PathSteps) -> tuple[Check, ...]:
        """Read the checks; the name of one is its expression where no other is given."""
        found = []
        names: set[str] = set()
        for name, expression, where in _checks(value.get("checks", []), (*path, "checks")):
            check_expression(self._scope, expression, where, CHECK_NAMES)
            if name in names:
                message = f"two checks are named `{wording.visible(name)}`"
                self._scope.error("TS211", message, where, at="key", help="rename one of them")
            names.add(name)
            found.append(Check(name=name, expression=expression, path=where))
        return tuple(found)

    def claims(self, value: JsonObject, path: PathSteps) -> tuple[Claim, ...]:
        """Read which words need which success."""
        found = []
        for index, item in enumerate(value.get("claims", ())):
            where: PathSteps = (*path, "claims", index)
            tool, texts = item["needs_success_of"], item["when_text"]
            is_tool(self._scope, tool, self._tools, (*where, "needs_success_of"))
            found.append(
                Claim(
                    when_text=(texts,) if isinstance(texts, str) else tuple(texts),
                    needs_success_of=tool,
                    path=where,
                )
            )
        return tuple(found)


def _checks(value: Json, path: PathSteps) -> Iterator[tuple[str, str, PathSteps]]:
    """The name, the expression and the place of each check, whatever the form."""
    if isinstance(value, dict):
        yield from ((name, each, (*path, name)) for name, each in value.items())
        return
    for index, item in enumerate(value):
        if isinstance(item, str):
            yield item, item, (*path, index)
        else:
            yield from _checks(item, (*path, index))
