"""`cases` → `Case` records."""

from __future__ import annotations

import unicodedata

from toolspec import wording
from toolspec.compiler.answer_keys import AnswerKeys
from toolspec.compiler.expectations import ExpectationLoader
from toolspec.compiler.scope import Scope
from toolspec.diagnostics import Note
from toolspec.jsontypes import JsonObject
from toolspec.source import PathSteps
from toolspec.spec import Approval, Case, Expectation, Tool


def load_cases(scope: Scope, tools: tuple[Tool, ...], clock: str | None) -> tuple[Case, ...]:
    """Read every case; ids must be unique, names must exist, answer keys must be possible."""
    keys = AnswerKeys(scope, clock)
    expectations = ExpectationLoader(scope, tools, keys)
    by_name = {each.name: each for each in tools}
    first: dict[str, int] = {}
    cases = []
    for index, value in enumerate(scope.root["cases"]):
        path: PathSteps = ("cases", index)
        _check_id(scope, value["id"], index, first)
        expect = expectations.load(value["expect"], (*path, "expect"))
        offered = _load_offer(scope, by_name, value, path)
        _check_offered(scope, offered, expect, value, path)
        approves = _load_approvals(scope, by_name, keys, value, path)
        if approves and expect.kind in ("answer", "any"):
            scope.warning(
                "TS217",
                "this case approves a call, and nothing checks that it is made",
                (*path, "expect"),
                at="key",
                help="expect the call: `call: NAME`",
            )
        cases.append(
            Case(
                id=value["id"],
                title=value.get("title"),
                tags=tuple(dict.fromkeys(value.get("tags", ()))),
                user=value["user"],
                tools=offered,
                approves=approves,
                expect=expect,
                path=path,
            )
        )
    return tuple(cases)


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


def _load_offer(
    scope: Scope, tools: dict[str, Tool], value: JsonObject, path: PathSteps
) -> tuple[str, ...] | None:
    if "tools" not in value:
        return None
    for index, name in enumerate(value["tools"]):
        if name not in tools:
            message = f"no tool is named `{wording.visible(name)}`"
            help = wording.did_you_mean(name, tools)
            scope.error("TS202", message, (*path, "tools", index), help=help)
    return tuple(dict.fromkeys(value["tools"]))


def _check_offered(
    scope: Scope,
    offered: tuple[str, ...] | None,
    expect: Expectation,
    value: JsonObject,
    path: PathSteps,
) -> None:
    if offered is None:
        return
    wanted = [each.tool for each in expect.calls] + [each for each in (expect.confirm,) if each]
    for name in dict.fromkeys([*wanted, *value.get("approves", {})]):
        if name not in offered:
            message = f"the case needs `{wording.visible(name)}` and does not offer it"
            help = "add it to `tools`, or remove `tools` to offer all"
            scope.error("TS224", message, (*path, "tools"), at="key", help=help)


def _load_approvals(
    scope: Scope, tools: dict[str, Tool], keys: AnswerKeys, value: JsonObject, path: PathSteps
) -> tuple[Approval, ...]:
    approvals = []
    for name, args in value.get("approves", {}).items():
        where: PathSteps = (*path, "approves", name)
        tool = tools.get(name)
        if tool is None:
            scope.error(
                "TS202",
                f"no tool is named `{wording.visible(name)}`",
                where,
                at="key",
                help=wording.did_you_mean(name, tools),
            )
        elif tool.effect != "mutate":
            scope.error(
                "TS205",
                f"`{name}` has `effect: {tool.effect}` and needs no approval",
                where,
                at="key",
                help="remove it, or write `effect: mutate`",
            )
        elif tool.confirm == "required":
            scope.error(
                "TS214",
                f"`{name}` needs an assent in an earlier turn, and this case has one turn",
                where,
                at="key",
                help=f"expect the question instead: `confirm: {name}`",
            )
        else:
            keys.check_approved(tool, args, where)
        approvals.append(Approval(tool=name, args=args))
    return tuple(approvals)
