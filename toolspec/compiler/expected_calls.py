"""`call` and `calls` of an `expect` → `ExpectedCall` records."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from toolspec import wording
from toolspec.compiler.answer_keys import AnswerKeys
from toolspec.compiler.frame import Frame
from toolspec.compiler.names import is_tool
from toolspec.compiler.scope import Scope
from toolspec.jsontypes import Json, JsonObject
from toolspec.source import PathSteps
from toolspec.spec import ExpectedCall, Tool


class CallLoader:
    """Reads the expected calls of all cases of one spec."""

    def __init__(self, scope: Scope, tools: dict[str, Tool], keys: AnswerKeys) -> None:
        self._scope = scope
        self._tools = tools
        self._keys = keys

    def load(self, value: JsonObject, path: PathSteps, frame: Frame) -> tuple[ExpectedCall, ...]:
        """Read the calls that an `expect` wants."""
        if "call" in value:
            return (self._call(value, (*path, "call"), (*path, "args"), frame),)
        listed = value.get("calls", [])
        base: PathSteps = (*path, "calls")
        is_ordered = not isinstance(listed, dict)
        if not is_ordered:
            listed, base = listed["any_order"], (*base, "any_order")
        if len(listed) == 1 and "parallel" in value:
            message = "`parallel` has no meaning for one call"
            self._misplaced("TS212", message, (*path, "parallel"), "remove it")
        calls = tuple(
            self._listed_call(each, (*base, index), frame) for index, each in enumerate(listed)
        )
        if any(_after(each) for each in listed):
            self._check_after(listed, base, is_ordered=is_ordered, value=value)
            calls = tuple(
                replace(call, after=tuple(self._earlier(calls, index, listed[index], base)))
                for index, call in enumerate(calls)
            )
            self._check_rounds(calls, base)
        return calls

    def _misplaced(self, code: str, message: str, path: PathSteps, help: str) -> None:
        self._scope.error(code, message, path, at="key", help=help)

    def _listed_call(self, item: JsonObject, path: PathSteps, frame: Frame) -> ExpectedCall:
        if "call" in item:
            return self._call(item, (*path, "call"), (*path, "args"), frame)
        name, args = next(iter(item.items()))
        where: PathSteps = (*path, name)
        return self._call({"call": name, "args": args or {}}, where, where, frame, at="key")

    def _call(
        self,
        value: JsonObject,
        name_path: PathSteps,
        args_path: PathSteps,
        frame: Frame,
        *,
        at: str = "value",
    ) -> ExpectedCall:
        call = ExpectedCall(
            tool=value["call"],
            args=value.get("args", {}),
            match=value.get("match", "exact"),
            path=name_path,
        )
        if is_tool(self._scope, call.tool, self._tools, name_path, at=at):
            tool = self._tools[call.tool]
            self._keys.check(tool, call, args_path if "args" in value else name_path, frame)
            if tool.confirm == "required" and tool.name not in (frame.assents or ()):
                self._without_assent(tool, name_path, frame, at=at)
        return call

    def _without_assent(self, tool: Tool, path: PathSteps, frame: Frame, *, at: str) -> None:
        reason = "this case has one turn"
        help = f"expect the question instead: `confirm: {tool.name}`"
        if frame.assents is not None:
            reason = "no turn up to here gives it"
            help = f"approve it after the first turn: `approves: {{{tool.name}: {{…}}}}`"
        message = f"`{tool.name}` needs an assent in an earlier turn, and {reason}"
        self._scope.error("TS214", message, path, at=at, help=help)

    def _check_after(
        self, listed: list[JsonObject], base: PathSteps, *, is_ordered: bool, value: JsonObject
    ) -> None:
        for index, item in enumerate(listed):
            if not _after(item):
                continue
            where: PathSteps = (*base, index, "after")
            if is_ordered:
                message = "`after` has no meaning in a list that is in order"
                self._misplaced("TS212", message, where, "write `calls: {any_order: […]}`")
            elif value.get("parallel") == "required":
                message = "`after` and `parallel: required` contradict each other"
                self._misplaced("TS211", message, where, "remove one of them")

    def _earlier(
        self, calls: tuple[ExpectedCall, ...], index: int, item: JsonObject, base: PathSteps
    ) -> Iterator[int]:
        """The positions of the calls that `after` names."""
        for name, where in _names(_after(item), (*base, index, "after")):
            found = [n for n, call in enumerate(calls) if call.tool == name and n != index]
            yield from found
            if not found:
                others = [each.tool for n, each in enumerate(calls) if n != index]
                message = f"no other call of this list is of `{wording.visible(name)}`"
                help = wording.did_you_mean(name, others)
                self._scope.error("TS202", message, where, help=help)

    def _check_rounds(self, calls: tuple[ExpectedCall, ...], base: PathSteps) -> None:
        """Report a call that could only come after itself."""
        done: set[int] = set()
        while ready := {
            index
            for index, call in enumerate(calls)
            if index not in done and done.issuperset(call.after)
        }:
            done |= ready
        if len(done) < len(calls):
            index = next(n for n, call in enumerate(calls) if n not in done and call.after)
            message = f"`{calls[index].tool}` would have to come after itself"
            help = "remove one `after` of those that go round"
            self._scope.error("TS211", message, (*base, index, "after"), at="key", help=help)


def _after(item: JsonObject) -> Json:
    """What the call must come after; in its short form the one key is the name of the tool."""
    return item.get("after") if "call" in item else None


def _names(after: Json, path: PathSteps) -> Iterator[tuple[str, PathSteps]]:
    if isinstance(after, str):
        yield after, path
    else:
        yield from ((name, (*path, index)) for index, name in enumerate(after or ()))
