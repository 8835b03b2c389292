"""`cases` → `Case` records."""

from __future__ import annotations

import unicodedata

from toolspec.compiler.answer_keys import AnswerKeys
from toolspec.compiler.approvals import ApprovalLoader
from toolspec.compiler.dialogues import DialogueLoader, all_assents
from toolspec.compiler.expectations import ExpectationLoader
from toolspec.compiler.faults import load_case_faults
from toolspec.compiler.frame import Frame
from toolspec.compiler.names import is_known
from toolspec.compiler.offers import check_offer, check_stubs, load_offer
from toolspec.compiler.scope import Scope
from toolspec.compiler.until import LATER_KEYS, how_far
from toolspec.compiler.worlds import load_case_world
from toolspec.diagnostics import Note
from toolspec.jsontypes import JsonObject
from toolspec.source import PathSteps
from toolspec.spec import Case, Expectation, Fault, Tool, Trajectory, World

_NOTHING = Expectation(kind="any")


class CaseLoader:
    """Reads the cases of one spec."""

    def __init__(
        self,
        scope: Scope,
        tools: tuple[Tool, ...],
        keys: AnswerKeys,
        world: World,
        faults: dict[str, Fault],
        trajectories: dict[str, Trajectory],
    ) -> None:
        self._scope = scope
        self._tools = {each.name: each for each in tools}
        self._world = world
        self._faults = faults
        self._trajectories = trajectories
        self._expectations = ExpectationLoader(scope, tools, keys)
        self._approvals = ApprovalLoader(scope, self._tools, keys)
        self._dialogues = DialogueLoader(scope, self._expectations, self._approvals)

    def load(self) -> tuple[Case, ...]:
        """Read every case; ids must be unique, names must exist, answer keys must be possible."""
        first: dict[str, int] = {}
        cases = []
        for index, value in enumerate(self._scope.root["cases"]):
            _check_id(self._scope, value["id"], index, first)
            case = self._case(value, ("cases", index))
            check_offer(self._scope, case)
            _check_evidence(self._scope, case)
            cases.append(case)
        return tuple(cases)

    def _case(self, value: JsonObject, path: PathSteps) -> Case:
        scope = self._scope
        offer = load_offer(scope, self._tools, value, path)
        offered = tuple(
            each for name, each in self._tools.items() if offer is None or name in offer
        )
        until, reason = how_far(value, offered)
        is_done = until == "done"
        if is_done:
            check_stubs(scope, offered, (*path, *(reason or ())), is_written="until" in value)
        else:
            self._check_later(value, path)
        world = load_case_world(scope, value, path, self._world, is_done=is_done)
        frame = Frame(
            until=until,
            offered=tuple(each.name for each in offered),
            clock=(self._world if world is None else world).clock,
            assents=all_assents(value),
        )
        turns = self._dialogues.load(value, path, frame)
        approves = () if turns else self._approvals.load(value, path, frame)
        expect = _NOTHING
        if "expect" in value:
            expect = self._expectations.load(value["expect"], (*path, "expect"), frame)
        return Case(
            id=value["id"],
            title=value.get("title"),
            tags=tuple(dict.fromkeys(value.get("tags", ()))),
            user=turns[0].user if turns else value.get("user", ""),
            tools=offer,
            approves=turns[0].approves if turns else approves,
            expect=expect,
            path=path,
            until=until,
            turns=turns,
            world=world,
            faults=load_case_faults(scope, self._faults, value, path),
            trajectory=self._trajectory(value, path),
        )

    def _check_later(self, value: JsonObject, path: PathSteps) -> None:
        for key in LATER_KEYS:
            if key in value:
                message = f"`{key}` is about a whole run, and only the first decision is run"
                help = "write `until: done`, or remove it"
                self._scope.error("TS232", message, (*path, key), at="key", help=help)

    def _trajectory(self, value: JsonObject, path: PathSteps) -> Trajectory | None:
        name = value.get("trajectory")
        if name is None:
            return None
        where = (*path, "trajectory")
        is_known(self._scope, "trajectory", name, self._trajectories, where)
        return self._trajectories.get(name)


def _check_id(scope: Scope, case_id: str, index: int, first: dict[str, int]) -> None:
    # Two ids that look the same are one id to a reader, and one file name to macOS.
    before = first.setdefault(unicodedata.normalize("NFC", case_id), index)
    if before != index:
        note = Note("first used here", scope.document.span(("cases", before, "id")))
        scope.error(
            "TS208",
            f"the case id `{case_id}` is used twice",
            ("cases", index, "id"),
            notes=(note,),
            help="give each case an id of its own",
        )


def _check_evidence(scope: Scope, case: Case) -> None:
    """Warn of an approval that nothing is made of."""
    expectations = (case.expect, *(each.expect for each in case.dialogue if each.expect))
    is_judged = any(
        each.kind not in ("answer", "any") or each.effects or each.state or each.checks
        for each in expectations
    )
    if any(each.approves for each in case.dialogue) and not is_judged and not case.trajectory:
        message = "this case approves a call, and nothing checks that it is made"
        help = "expect the call: `call: NAME`"
        scope.warning("TS217", message, (*case.path, "expect"), at="key", help=help)
