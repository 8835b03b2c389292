"""The trajectory: which events may follow which, and where a run may end.

* A call of a tool that the graph names, or of any tool that is not a mere `read`, must be listed in
  the state: `call.TOOL`, or `error.TOOL` for one that failed. A failed call that only `call.TOOL`
  covers leaves the state as it is. Reads of tools that the graph never names are passed over.
* A message of the user or a reply that a state does not list leaves it as it is.
* The most specific event that is listed counts: `reply.confirm` before `reply.text` before `reply`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from toolspec.findings import finding
from toolspec.results import Finding
from toolspec.run_graders._run import Run, call_facts
from toolspec.spec import Trajectory
from toolspec.story import MadeCall, Step
from toolspec.text_checks import has_stem


@dataclass(frozen=True, slots=True)
class _Event:
    """What happened, most specific name first; a call must be listed, the others may be."""

    names: tuple[str, ...]
    step: int
    made: MadeCall | None = None


def grade(run: Run) -> Iterator[Finding]:
    """Name the first illegal transition, or the state in which the run stopped too early."""
    graph = run.case.trajectory
    if graph is None:
        return
    state = graph.start
    for event in _events(run, graph):
        listed = graph.states.get(state, {})
        found = next((each for each in event.names if each in listed), None)
        if found is not None:
            state = listed[found]
        elif event.made is not None and not _stays(event.made, listed):
            yield finding(
                "illegal_transition",
                f"`{event.names[0]}` is not allowed in `{state}`",
                step=event.step,
                call=event.made.index,
                expected=sorted(listed),
                got=call_facts(event.made),
                rule=f"trajectory: {graph.name}",
            )
            return
    if state not in graph.accept:
        yield finding(
            "trajectory_incomplete",
            f"the run ended in `{state}`",
            step=max(len(run.story.steps) - 1, 0),
            expected=list(graph.accept),
            got=state,
            rule=f"trajectory: {graph.name}",
        )


def _stays(made: MadeCall, listed: object) -> bool:
    """Whether a failed call is passed over: the state has a place for one that succeeds."""
    return not made.is_success and isinstance(listed, dict) and f"call.{made.tool}" in listed


def _events(run: Run, graph: Trajectory) -> Iterator[_Event]:
    named = {name.partition(".")[2] for each in graph.states.values() for name in each}
    steps = list(run.story.steps)
    for number in range(len(run.story.users)):
        approves = bool(run.case.dialogue[number].approves)
        yield _Event(("user.approves", "user") if approves else ("user",), 0)
        for step in (each for each in steps if each.turn == number):
            yield from _events_of(run, step, named)


def _events_of(run: Run, step: Step, named: set[str]) -> Iterator[_Event]:
    for made in step.calls:
        tool = run.tools.get(made.tool)
        if tool is None or (tool.effect == "read" and made.tool not in named):
            continue
        kind = "call" if made.is_success else "error"
        yield _Event((f"{kind}.{made.tool}",), step.index, made)
    if not step.calls:
        yield _Event(_reply_names(run, step), step.index)


def _reply_names(run: Run, step: Step) -> tuple[str, ...]:
    text = step.decision.text or ""
    names = []
    if step.decision.kind == "refusal":
        names.append("reply.refusal")
    if any(has_stem(each.ask, text) for each in run.tools.values() if each.ask):
        names.append("reply.confirm")
    if has_stem(run.ask_words, text):
        names.append("reply.clarify")
    return (*names, "reply.text", "reply")
