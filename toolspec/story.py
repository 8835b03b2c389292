"""What happened in one attempt that was run to the end, read from its events.

The runner, the graders, the expressions of checks and the reference model all look at the same
`Story`; `read_story` makes it from the events of a journal record, in the order they stand there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from toolspec.jsontypes import Json, JsonObject
from toolspec.records import decision_from_json
from toolspec.trace import Decision, ToolCall

# What became of a call: refused before anything ran; carried out; an error of the tool; or the
# caller does not know, because the answer was lost.
CallStatus = Literal["denied", "executed", "failed", "uncertain"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """A rule of policy that a call broke. `code` is that of the finding it gives."""

    rule: str
    code: str
    message: str
    pointer: str | None = None
    expected: Json = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeCall:
    """One call with what policy said of it and what came of it.

    `turn` counts the messages of the user and `step` the answers of the model, both from 0 over
    the whole attempt; `index` is the place among the calls of one answer. `result` is the value the
    model was given before it was cut to size; `error_code` is null for a good result. `fault` names
    the planned fault that struck.
    """

    turn: int
    step: int
    index: int
    call: ToolCall
    status: CallStatus
    violations: tuple[Violation, ...] = ()
    result: Json = None
    error_code: str | None = None
    fault: str | None = None
    fault_kind: str | None = None

    @property
    def tool(self) -> str:
        """The name of the tool; empty where the call has none."""
        return self.call.name or ""

    @property
    def is_success(self) -> bool:
        """Whether the caller knows that the call did what it should."""
        return self.status == "executed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One answer of the model, with the calls in it."""

    turn: int
    index: int
    decision: Decision
    calls: tuple[MadeCall, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """One committed change in the ledger, as the system of record keeps it.

    `key` is the idempotency key or null; `cause` is `call`, or `duplicate_delivery` for what the
    network delivered twice. `writes` lists `{op, path, before, after}`.
    """

    step: int
    call: int
    tool: str
    arguments: JsonObject
    key: str | None
    cause: str
    writes: tuple[JsonObject, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """An attempt from its first message to its end.

    `state` and `effects` are read back from the ledger at the end; `fired` names the faults that
    struck. `end` is the reason of the `end` event, null while the attempt goes on.
    """

    users: tuple[str, ...]
    steps: tuple[Step, ...]
    state: JsonObject = field(default_factory=dict)
    effects: tuple[Effect, ...] = ()
    fired: tuple[str, ...] = ()
    end: str | None = None

    @property
    def calls(self) -> tuple[MadeCall, ...]:
        """Every call, in the order the model made them."""
        return tuple(call for step in self.steps for call in step.calls)

    def reply(self, turn: int | None = None) -> str | None:
        """The last text of the model without calls, in one turn or at the end; null if none."""
        for step in reversed(self.steps):
            if turn is None or step.turn == turn:
                return None if step.decision.calls else step.decision.text
        return None


def read_story(events: Iterable[JsonObject]) -> Story:
    """Read the events of one attempt; those of no interest here are passed over."""
    reading = _Reading()
    for event in events:
        reading.take(event)
    return reading.story()


@dataclass(slots=True)
class _Reading:
    users: list[str] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    calls: list[MadeCall] = field(default_factory=list)
    decision: Decision | None = None
    policies: dict[int, JsonObject] = field(default_factory=dict)
    faults: dict[int, JsonObject] = field(default_factory=dict)
    state: JsonObject = field(default_factory=dict)
    effects: tuple[Effect, ...] = ()
    fired: list[str] = field(default_factory=list)
    end: str | None = None

    def take(self, event: JsonObject) -> None:
        match event["event"]:
            case "user":
                self._close()
                self.users.append(event["text"])
            case "decision":
                self._close()
                fields = {key: each for key, each in event.items() if key not in ("event", "step")}
                self.decision = decision_from_json(fields)
            case "policy":
                self.policies[event["call"]] = event
            case "fault":
                self.faults[event["call"]] = event
                self.fired.append(event["name"])
            case "tool_result":
                self.calls.append(self._made(event))
            case "state":
                self._close()
                self.state = event["state"]
                self.effects = tuple(
                    Effect(**{**each, "writes": tuple(each["writes"])}) for each in event["ledger"]
                )
            case "end":
                self.end = event["reason"]

    def _made(self, event: JsonObject) -> MadeCall:
        decision, index = self.decision, event["call"]
        if decision is None:
            raise ValueError("a tool result stands before any decision")
        fault = self.faults.get(index, {})
        return MadeCall(
            turn=max(len(self.users) - 1, 0),
            step=len(self.steps),
            index=index,
            call=decision.calls[index],
            status=event["status"],
            violations=tuple(
                Violation(**each) for each in self.policies.get(index, {}).get("violations", ())
            ),
            result=event["result"],
            error_code=event["error_code"],
            fault=fault.get("name"),
            fault_kind=fault.get("kind"),
        )

    def _close(self) -> None:
        """Put the answer so far away as a step."""
        if self.decision is not None:
            self.steps.append(
                Step(
                    turn=max(len(self.users) - 1, 0),
                    index=len(self.steps),
                    decision=self.decision,
                    calls=tuple(self.calls),
                )
            )
        self.decision = None
        self.calls.clear()
        self.policies.clear()
        self.faults.clear()

    def story(self) -> Story:
        self._close()
        return Story(
            users=tuple(self.users),
            steps=tuple(self.steps),
            state=self.state,
            effects=self.effects,
            fired=tuple(self.fired),
            end=self.end,
        )
