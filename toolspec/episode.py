"""The agent loop as a state machine: what is sent next, and what a decision leads to. No IO.

A decision with calls is answered by the simulated world, one result a call in the order of the
calls, and goes on; a text hands over to the next message of the scripted user, or ends. Each end
has its own reason:

* `final`: the model has answered the last message of the user
* `max_steps`: the last allowed answer to a message was still one with calls
* `loop`: one call with one result came `repeat_limit` times on one message of the user
* `budget`: the attempt has used `attempt_tokens`
* `refusal`, `truncated`, `invalid`: an answer that nothing can follow
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import (
    AssistantTurn,
    Conversation,
    NamedTool,
    Settings,
    ToolResultTurn,
    UserTurn,
)
from toolspec.records import decision_to_json
from toolspec.result_text import shortened
from toolspec.spec import Case, Spec
from toolspec.story import Story, read_story
from toolspec.trace import Decision, ToolCall
from toolspec.world import Answered, Hook, SimulatedWorld
from toolspec.world.view import canonical

End = Literal["final", "max_steps", "loop", "budget", "refusal", "truncated", "invalid"]

# Calls that have no place in a conversation: they have no name to answer to.
_NOT_CALLS = frozenset({"malformed_call", "unsupported_call_type"})


@dataclass(frozen=True, slots=True)
class _Seen:
    """A call with its result, as the loop detector sees it: ids are no part of it."""

    name: str | None
    arguments: str
    result: str


class Episode:
    """One attempt, from the first message of the user to its end.

    `conversation` is to be sent next while `end` is null. `events` is everything so far but what
    only a runner knows: requests, responses and faults of the transport. `take` raises
    `StubFailed` when the spec's own stub cannot answer.
    """

    def __init__(
        self,
        spec: Spec,
        case: Case,
        conversation: Conversation,
        *,
        seed: int,
        hooks: Mapping[str, Hook] | None = None,
    ) -> None:
        self.conversation = conversation
        self.end: End | None = None
        self.events: list[JsonObject] = []
        self._run, self._case = spec.run, case
        self._world = SimulatedWorld(spec, case, seed=seed, hooks=hooks)
        self._seen: Counter[_Seen] = Counter()
        self._turn = -1
        self._steps = self._steps_of_turn = self._tokens = 0
        self._begin_turn()

    @property
    def step(self) -> int:
        """The number of the answer that is waited for, from 0."""
        return self._steps

    @property
    def story(self) -> Story:
        """What has happened so far."""
        return read_story(self.events)

    def settings(self, settings: Settings) -> Settings:
        """The settings of the next request: a forced choice is for the first one alone."""
        choice = settings.tool_choice
        is_forced = choice == "required" or isinstance(choice, NamedTool)
        if self._steps == 0 or not is_forced:
            return settings
        return replace(settings, tool_choice="auto")

    def take(self, decision: Decision) -> tuple[JsonObject, ...]:
        """Follow a decision; gives the events that it adds."""
        before = len(self.events)
        self.events.append({"event": "decision", "step": self._steps, **decision_to_json(decision)})
        self._steps_of_turn += 1
        self._tokens += (decision.usage.input_tokens or 0) + (decision.usage.output_tokens or 0)
        dead_end = _dead_end(decision)
        if dead_end is not None:
            self._finish(dead_end)
        elif decision.calls:
            self._answer_calls(decision)
        else:
            self._say(decision)
        self._steps += 1
        return tuple(self.events[before:])

    def _begin_turn(self) -> None:
        self._turn += 1
        self._steps_of_turn = 0
        # Asked once more, the model may well look once more.
        self._seen.clear()
        self._world.begin_turn()
        text = self._case.dialogue[self._turn].user
        self.events.append({"event": "user", "turn": self._turn, "text": text})

    def _say(self, decision: Decision) -> None:
        self.conversation = (*self.conversation, AssistantTurn(decision.echo))
        if self._turn + 1 == len(self._case.dialogue):
            self._finish("final")
        elif self._is_spent():
            self._finish("budget")
        else:
            self._begin_turn()
            said = UserTurn(self._case.dialogue[self._turn].user)
            self.conversation = (*self.conversation, said)

    def _answer_calls(self, decision: Decision) -> None:
        turns: list[ToolResultTurn] = []
        is_loop = False
        for index, call in enumerate(decision.calls):
            answered = self._world.call(call, step=self._steps, index=index)
            self.events += answered.events
            turns.append(ToolResultTurn(call, self._shown(answered, index), answered.is_error))
            is_loop = self._repeats(call, answered.content) or is_loop
        asked = AssistantTurn(decision.echo, decision.calls)
        self.conversation = (*self.conversation, asked, *turns)
        if is_loop:
            self._finish("loop")
        elif self._is_spent():
            self._finish("budget")
        elif self._steps_of_turn >= self._run.max_steps:
            self._finish("max_steps")

    def _shown(self, answered: Answered, index: int) -> Json:
        """The result as the model is given it, cut to size where the run says so."""
        limit = self._run.max_result_chars
        cut = None if limit is None else shortened(answered.content, limit)
        if cut is None:
            return answered.content
        sizes = {"from_chars": cut.full_chars, "to_chars": len(cut.text)}
        event = {"event": "tool_result_truncated", "step": self._steps, "call": index}
        self.events.append({**event, **sizes})
        return cut.text

    def _repeats(self, call: ToolCall, result: Json) -> bool:
        arguments = call.raw_arguments if call.arguments is None else call.arguments
        seen = _Seen(call.name, canonical(arguments), canonical(result))
        self._seen[seen] += 1
        return self._seen[seen] >= self._run.repeat_limit

    def _is_spent(self) -> bool:
        limit = self._run.attempt_tokens
        return limit is not None and self._tokens >= limit

    def _finish(self, end: End) -> None:
        self.end = end
        self.events.append(self._world.closing_event())
        self.events.append({"event": "end", "reason": self.end, "until": "done"})


def _dead_end(decision: Decision) -> End | None:
    """Why the loop cannot go on after an answer; null for a text, or calls to be answered."""
    if decision.kind == "refusal":
        return "refusal"
    if decision.reason == "truncated":
        return "truncated"
    if decision.calls:
        is_whole = all(each.name and each.defect not in _NOT_CALLS for each in decision.calls)
        return None if is_whole else "invalid"
    is_said = decision.kind == "text" and bool((decision.text or "").strip())
    return None if is_said else "invalid"
