"""A conversation as the blocks that every wire format writes: an assistant's turn and its results.

A provider rejects a result without its call and a call without its result, so they are paired
here: results come in the order of the calls, and a call without a result is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from toolspec.provider import AssistantTurn, Conversation, SystemTurn, ToolResultTurn, UserTurn
from toolspec.trace import ToolCall


@dataclass(frozen=True, slots=True, kw_only=True)
class AnsweredCall:
    """A call and its result. `place` is the call's index in the turn, from 0."""

    place: int
    call: ToolCall
    result: ToolResultTurn


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """What the assistant said, and the answers to its calls. `number` is the turn's index."""

    turn: AssistantTurn
    number: int
    answered: tuple[AnsweredCall, ...]

    def wire_ids(self) -> dict[int, str]:
        """An id for each call by its place: the provider's own, or one made from the place.

        Providers reject ids that are missing or used twice in a turn.
        """
        ids: dict[int, str] = {}
        for place, call in enumerate(self.turn.calls):
            own = call.call_id
            is_free = bool(own) and own not in ids.values()
            ids[place] = own if own and is_free else f"call_toolspec_{self.number}_{place}"
        return ids


def blocks(conversation: Conversation) -> Iterator[SystemTurn | UserTurn | Exchange]:
    """Group a conversation; `ValueError` for a result that answers no call of the turn before."""
    place = 0
    while place < len(conversation):
        turn = conversation[place]
        place += 1
        if isinstance(turn, ToolResultTurn):
            raise ValueError("a tool result follows no turn of the assistant")
        if not isinstance(turn, AssistantTurn):
            yield turn
            continue
        results = _results_from(conversation, place)
        answered = _answers(turn.calls, results)
        yield Exchange(turn=turn, number=place - 1, answered=answered)
        place += len(results)


def _results_from(conversation: Conversation, place: int) -> list[ToolResultTurn]:
    results = []
    for turn in conversation[place:]:
        if not isinstance(turn, ToolResultTurn):
            break
        results.append(turn)
    return results


def _answers(
    calls: tuple[ToolCall, ...], results: list[ToolResultTurn]
) -> tuple[AnsweredCall, ...]:
    """Match results to the places of their calls; equal calls take theirs in order."""
    answers: dict[int, ToolResultTurn] = {}
    for result in results:
        open_places = [place for place in range(len(calls)) if place not in answers]
        same = [place for place in open_places if calls[place] is result.call]
        equal = [place for place in open_places if calls[place] == result.call]
        if not equal:
            raise ValueError(f"a result for `{result.call.name}` answers no call of its turn")
        answers[(same or equal)[0]] = result
    return tuple(
        AnsweredCall(place=place, call=calls[place], result=answers[place])
        for place in sorted(answers)
    )
