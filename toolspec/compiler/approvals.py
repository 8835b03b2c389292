"""`approves` → `Approval` records: only calls that change data need one."""

from __future__ import annotations

from toolspec.compiler.answer_keys import AnswerKeys
from toolspec.compiler.frame import Frame
from toolspec.compiler.names import is_tool
from toolspec.compiler.scope import Scope
from toolspec.jsontypes import JsonObject
from toolspec.source import PathSteps
from toolspec.spec import Approval, Tool


class ApprovalLoader:
    """Reads the approvals of all cases of one spec."""

    def __init__(self, scope: Scope, tools: dict[str, Tool], keys: AnswerKeys) -> None:
        self._scope = scope
        self._tools = tools
        self._keys = keys

    def load(
        self, value: JsonObject, path: PathSteps, frame: Frame, *, is_first: bool = True
    ) -> tuple[Approval, ...]:
        """Read what one message of the user allows; `is_first` where none came before it."""
        approvals = []
        for name, args in value.get("approves", {}).items():
            where: PathSteps = (*path, "approves", name)
            if is_tool(self._scope, name, self._tools, where, at="key"):
                self._check(self._tools[name], args, where, frame, is_first=is_first)
            approvals.append(Approval(tool=name, args=args))
        return tuple(approvals)

    def _check(
        self, tool: Tool, args: JsonObject, path: PathSteps, frame: Frame, *, is_first: bool
    ) -> None:
        if tool.effect != "mutate":
            message = f"`{tool.name}` has `effect: {tool.effect}` and needs no approval"
            help = "remove it, or write `effect: mutate`"
            self._scope.error("TS205", message, path, at="key", help=help)
        elif tool.confirm == "required" and is_first:
            message = (
                f"`{tool.name}` needs an assent in an earlier turn, and this case has one turn"
            )
            help = f"expect the question instead: `confirm: {tool.name}`"
            if frame.assents is not None:
                message = f"`{tool.name}` needs an assent to a question, and nothing was asked yet"
                help = "approve it in a later turn"
            self._scope.error("TS214", message, path, at="key", help=help)
        else:
            self._keys.check_approved(tool, args, path, frame)
