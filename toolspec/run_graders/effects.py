"""Committed changes: as many as expected, none twice, none lost from sight, none out of scope."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from toolspec.argument_context import argument_context
from toolspec.findings import finding
from toolspec.matchers import compare
from toolspec.results import Finding
from toolspec.run_graders._run import Run, call_facts, intent
from toolspec.story import Effect, MadeCall


def grade(run: Run) -> Iterator[Finding]:
    """The ledger against the case."""
    yield from _counts(run)
    yield from _duplicates(run)
    yield from _orphans(run)
    yield from _strays(run)


def _counts(run: Run) -> Iterator[Finding]:
    expected = run.case.expect.effects
    if not expected:
        return
    made = Counter(each.tool for each in run.story.effects)
    for tool in dict.fromkeys((*expected, *made)):
        declared = run.tools.get(tool)
        if tool not in expected and (declared is None or declared.effect != "mutate"):
            continue
        wanted = expected.get(tool, 0)
        if made[tool] != wanted:
            message = f"`{tool}` changed data {made[tool]} times, expected were {wanted}"
            yield finding("wrong_effects", message, expected=wanted, got=made[tool], rule="effects")


def _duplicates(run: Run) -> Iterator[Finding]:
    by_intent: dict[tuple[str, str], list[Effect]] = {}
    for each in run.story.effects:
        if _is_of_the_model(run, each):
            key = (each.tool, intent(run.tools.get(each.tool), each.arguments))
            by_intent.setdefault(key, []).append(each)
    for (tool, asked), effects in by_intent.items():
        allowed = max(1, _times_expected(run, tool, asked))
        if len(effects) > allowed:
            last = effects[-1]
            yield finding(
                "duplicate_effect",
                f"`{tool}` was carried out {len(effects)} times for one intent",
                step=last.step,
                call=last.call,
                expected=allowed,
                got=[{"arguments": each.arguments, "key": each.key} for each in effects],
            )


def _is_of_the_model(run: Run, effect: Effect) -> bool:
    """What the network delivered twice is the model's doing only where a key was left out."""
    if effect.cause == "call":
        return True
    tool = run.tools.get(effect.tool)
    return tool is not None and tool.idempotency_key is not None and effect.key is None


def _times_expected(run: Run, tool: str, asked: str) -> int:
    declared = run.tools.get(tool)
    return sum(
        each.tool == tool and intent(declared, each.args) == asked for each in run.expected_calls
    )


def _orphans(run: Run) -> Iterator[Finding]:
    calls = run.story.calls
    for number, made in enumerate(calls):
        if made.status == "executed" or made.status == "denied" or not _committed(run, made):
            continue
        if not any(_looks_after(run, made, each) for each in calls[number + 1 :]):
            yield finding(
                "orphaned_write",
                f"`{made.tool}` was carried out, its answer was lost, and nobody looked",
                step=made.step,
                call=made.index,
                expected="a look at the data, or the same call again",
                got=call_facts(made),
            )


def _committed(run: Run, made: MadeCall) -> bool:
    return any((each.step, each.call) == (made.step, made.index) for each in run.story.effects)


def _looks_after(run: Run, made: MadeCall, later: MadeCall) -> bool:
    if not later.is_success:
        return False
    tool = run.tools.get(later.tool)
    if later.tool == made.tool:
        return intent(tool, later.call.arguments) == intent(tool, made.call.arguments)
    return tool is not None and tool.effect == "read"


def _strays(run: Run) -> Iterator[Finding]:
    """Changes that nothing in the case asks for: of another tool, or to something else."""
    for effect in run.story.effects:
        tool = run.tools.get(effect.tool)
        if tool is None or tool.effect != "mutate" or effect.cause != "call":
            continue
        asked = [each.args for each in run.expected_calls if each.tool == effect.tool]
        asked += [each.args for each in run.approvals if each.tool == effect.tool]
        listed = effect.tool in run.case.expect.effects
        if not asked and not listed and _says_what_changes(run):
            message = f"the case expects no change by `{effect.tool}`"
            yield _stray(effect, "change_out_of_scope", message)
        elif asked and not any(_covers(run, each, effect) for each in asked):
            message = f"`{effect.tool}` changed something else than the case asks for"
            yield _stray(effect, "wrong_destination", message)


def _says_what_changes(run: Run) -> bool:
    return any(each.calls or each.effects for each in run.expectations)


def _covers(run: Run, args: object, effect: Effect) -> bool:
    results = tuple((each.tool, each.result) for each in run.story.calls if each.is_success)
    context = argument_context(run.tools[effect.tool], run.world.clock, results=results)
    return compare(args, effect.arguments, context, mode="subset").passed


def _stray(effect: Effect, code: str, message: str) -> Finding:
    got = {"tool": effect.tool, "arguments": effect.arguments}
    return finding(code, message, step=effect.step, call=effect.call, got=got)
