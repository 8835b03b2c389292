"""`trajectories` → `Trajectory` records: every state can be reached, and every one leads on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from toolspec import wording
from toolspec.compiler.names import is_known, is_tool
from toolspec.compiler.scope import Scope
from toolspec.jsontypes import JsonObject
from toolspec.source import PathSteps
from toolspec.spec import Tool, Trajectory

_EVENTS = (
    "reply",
    "reply.text",
    "reply.clarify",
    "reply.confirm",
    "reply.refusal",
    "user",
    "user.approves",
)
_OF_TOOLS = ("call", "error")


def load_trajectories(scope: Scope, tools: tuple[Tool, ...]) -> dict[str, Trajectory]:
    """Read every trajectory; states, events and tools must exist."""
    names = tuple(each.name for each in tools)
    return {
        name: _load(scope, name, value, names)
        for name, value in scope.root.get("trajectories", {}).items()
    }


def _load(scope: Scope, name: str, value: JsonObject, tools: tuple[str, ...]) -> Trajectory:
    path: PathSteps = ("trajectories", name)
    trajectory = Trajectory(
        name=name,
        start=value["start"],
        # A state in which a run may end needs no way on, so it need not be listed.
        states={**value["states"], **{each: {} for each in _unlisted(value)}},
        accept=tuple(dict.fromkeys(value["accept"])),
    )
    is_known(scope, "state", trajectory.start, trajectory.states, (*path, "start"))
    for state, leads in value["states"].items():
        for event, target in leads.items():
            where: PathSteps = (*path, "states", state, event)
            _check_event(scope, event, tools, where)
            is_known(scope, "state", target, trajectory.states, where)
    if trajectory.start in trajectory.states:
        _check_ways(scope, trajectory, path)
    return trajectory


def _unlisted(value: JsonObject) -> Iterable[str]:
    return (each for each in value["accept"] if each not in value["states"])


def _check_event(scope: Scope, event: str, tools: tuple[str, ...], path: PathSteps) -> None:
    kind, point, tool = event.partition(".")
    if kind in _OF_TOOLS and point:
        is_tool(scope, tool, tools, path, at="key")
    elif event not in _EVENTS:
        message = f"no event is named `{wording.visible(event)}`"
        known = (*_EVENTS, *(f"{each}.{name}" for each in _OF_TOOLS for name in tools))
        scope.error("TS202", message, path, at="key", help=wording.did_you_mean(event, known))


def _check_ways(scope: Scope, trajectory: Trajectory, path: PathSteps) -> None:
    """Report states that no run gets into, and those that no run gets out of to an end."""
    onward = {state: set(leads.values()) for state, leads in trajectory.states.items()}
    backward = {state: {one for one, to in onward.items() if state in to} for state in onward}
    reached = _reached((trajectory.start,), onward)
    ending = _reached(trajectory.accept, backward)
    for state in trajectory.states:
        where = (*path, "states", state)
        at = "key"
        if (
            state in trajectory.accept
            and state not in scope.root["trajectories"][path[1]]["states"]
        ):
            where, at = (*path, "accept", trajectory.accept.index(state)), "value"
        shown = wording.visible(state)
        if state not in reached:
            message = f"no way leads from `{wording.visible(trajectory.start)}` to `{shown}`"
            help = "add an event that leads to it, or remove it"
            scope.error("TS233", message, where, at=at, help=help)
        elif state not in ending:
            message = f"no way leads from `{shown}` to a state in `accept`"
            help = "add an event that leads on, or list the state in `accept`"
            scope.error("TS233", message, where, at=at, help=help)


def _reached(start: Iterable[str], leads: Mapping[str, set[str]]) -> set[str]:
    found = set(start)
    waiting = list(found)
    while waiting:
        new = leads.get(waiting.pop(), set()) - found
        found |= new
        waiting.extend(new)
    return found
