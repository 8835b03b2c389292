"""`tools` of a case: what it offers, and whether that is enough for what it expects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from toolspec import wording
from toolspec.compiler.names import is_tool
from toolspec.compiler.scope import Scope
from toolspec.jsontypes import JsonObject
from toolspec.source import PathSteps
from toolspec.spec import Case, Expectation, Tool


def load_offer(
    scope: Scope, tools: dict[str, Tool], value: JsonObject, path: PathSteps
) -> tuple[str, ...] | None:
    """The names of the tools that a case offers; null where it offers all."""
    if "tools" not in value:
        return None
    for index, name in enumerate(value["tools"]):
        is_tool(scope, name, tools, (*path, "tools", index))
    return tuple(dict.fromkeys(value["tools"]))


def check_offer(scope: Scope, case: Case) -> None:
    """Report each tool that a case needs and does not offer."""
    if case.tools is None:
        return
    for name in dict.fromkeys(_needed(case)):
        if name not in case.tools:
            message = f"the case needs `{wording.visible(name)}` and does not offer it"
            help = "add it to `tools`, or remove `tools` to offer all"
            scope.error("TS224", message, (*case.path, "tools"), at="key", help=help)


def _needed(case: Case) -> Iterator[str]:
    expectations = [case.expect, *(each.expect for each in case.turns if each.expect is not None)]
    for expect in expectations:
        yield from _expected(expect)
    for turn in case.dialogue:
        yield from (each.tool for each in turn.approves)
    yield from (each.tool for each in case.faults)


def _expected(expect: Expectation) -> Iterator[str]:
    yield from (each.tool for each in expect.calls)
    if expect.confirm is not None:
        yield expect.confirm
    yield from (name for name, count in expect.effects.items() if count)
    yield from (each.needs_success_of for each in expect.claims)


def check_stubs(
    scope: Scope, offered: Iterable[Tool], path: PathSteps, *, is_written: bool
) -> None:
    """Report the tools of a run to its end that nothing answers, at what asks for such a run."""
    missing = [f"`{wording.visible(each.name)}`" for each in offered if each.stub is None]
    if missing:
        verb = "has" if len(missing) == 1 else "have"
        message = f"this case is run to its end, and {', '.join(missing)} {verb} no `stub`"
        help = "write the `stub`, or offer only tools that have one: `tools: […]`"
        if not is_written:
            help += "; or run the first decision alone: `until: decision`"
        scope.error("TS225", message, path, at="key", help=help)
