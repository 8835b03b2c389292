"""`turns` → `UserTurn` records: the messages of a dialogue, each with what it allows and wants."""

from __future__ import annotations

from dataclasses import replace

from toolspec.compiler.approvals import ApprovalLoader
from toolspec.compiler.expectations import ExpectationLoader
from toolspec.compiler.frame import Frame
from toolspec.compiler.scope import Scope
from toolspec.jsontypes import JsonObject
from toolspec.source import PathSteps
from toolspec.spec import UserTurn

_OF_TURNS = ("user", "approves")
# What is about one answer of the model, of which a dialogue has several.
_OF_ONE_ANSWER = ("clarify", "confirm", "answer", "refuse")


class DialogueLoader:
    """Reads the dialogues of one spec."""

    def __init__(
        self, scope: Scope, expectations: ExpectationLoader, approvals: ApprovalLoader
    ) -> None:
        self._scope = scope
        self._expectations = expectations
        self._approvals = approvals

    def load(self, case: JsonObject, path: PathSteps, frame: Frame) -> tuple[UserTurn, ...]:
        """Read the turns of a case; none of one that has a single message."""
        self._check_keys(case, path)
        turns = []
        assents: frozenset[str] = frozenset()
        for index, value in enumerate(case.get("turns", ())):
            where: PathSteps = (*path, "turns", index)
            if index:
                assents |= value.get("approves", {}).keys()
            own = replace(frame, assents=assents)
            expect = None
            if "expect" in value:
                expect = self._expectations.load(value["expect"], (*where, "expect"), own)
            turns.append(
                UserTurn(
                    user=value["user"],
                    approves=self._approvals.load(value, where, own, is_first=not index),
                    expect=expect,
                )
            )
        return tuple(turns)

    def _check_keys(self, case: JsonObject, path: PathSteps) -> None:
        if "turns" in case:
            self._check_whole(case, path)
        elif "user" not in case:
            help = "what the user writes; a dialogue has `turns`"
            self._missing("user", path, help)
        has_expectation = any("expect" in each for each in case.get("turns", ()))
        if "expect" not in case and not has_expectation:
            help = "expectations, or `unchecked` for a case that is run and not judged"
            self._missing("expect", path, help)

    def _missing(self, key: str, path: PathSteps, help: str) -> None:
        message = f"the key `{key}` is missing here"
        self._scope.error("TS103", message, path, at="first_key", help=help)

    def _check_whole(self, case: JsonObject, path: PathSteps) -> None:
        """Report keys of a case that belong in one of its turns."""
        for key in _OF_TURNS:
            if key in case:
                message = f"`turns` and `{key}` contradict each other"
                help = f"write `{key}` in a turn"
                self._scope.error("TS211", message, (*path, key), at="key", help=help)
        expect = case.get("expect", {})
        if expect == "unchecked" and any("expect" in each for each in case["turns"]):
            message = "the case is `unchecked`, and one of its turns is not"
            help = "remove this line, or the `expect` of the turns"
            self._scope.error("TS211", message, (*path, "expect"), at="key", help=help)
        for key in _OF_ONE_ANSWER:
            if isinstance(expect, dict) and key in expect:
                message = f"`{key}` is about one answer, and this is about the whole dialogue"
                help = "write it in the `expect` of a turn"
                where = (*path, "expect", key)
                self._scope.error("TS212", message, where, at="key", help=help)


def all_assents(case: JsonObject) -> frozenset[str] | None:
    """The tools that a dialogue approves after its first turn; null where there is no dialogue."""
    if "turns" not in case:
        return None
    return frozenset(name for turn in case["turns"][1:] for name in turn.get("approves", {}))
