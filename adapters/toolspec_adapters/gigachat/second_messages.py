"""From the turns of a conversation to the messages of v2.

The provider's own messages are sent back as they came, with two changes that it needs: the state id
has another name in requests, and a call without a result is left out. Results follow as one message
each, in the order of the calls, with the state id of the message that made the call.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import Conversation, SystemTurn, UserTurn
from toolspec_adapters._writing.exchanges import AnsweredCall, Exchange, blocks
from toolspec_adapters.gigachat.exchanged import instructions, sent_call, sent_result
from toolspec_adapters.gigachat.said import functions_in, has_call, parts_of

_STATE: Final = "tools_state_id"
_STATE_ELSEWHERE: Final = ("tool_state_id", "functions_state_id")


def to_second_messages(conversation: Conversation) -> list[JsonObject]:
    """Write the messages; `ValueError` for a result that answers no call of the turn before it."""
    system = instructions(conversation)
    messages: list[JsonObject] = []
    if system is not None:
        messages.append({"role": "system", "content": [{"text": system}]})
    for block in blocks(conversation):
        if isinstance(block, UserTurn):
            messages.append({"role": "user", "content": [{"text": block.text}]})
        elif not isinstance(block, SystemTurn):
            messages.extend(_exchange(block))
    return messages


def _exchange(block: Exchange) -> list[JsonObject]:
    echoed = block.turn.echo if isinstance(block.turn.echo, list) else []
    own: list[Json] = [each for each in echoed if isinstance(each, dict)]
    if len(functions_in(own)) != len(block.turn.calls):
        own = _made(block)
    writer = _Writer({each.place: each for each in block.answered}, _are_told_apart(block))
    said = [message for message in map(writer.message, own) if message is not None]
    return [*said, *writer.results]


def _made(block: Exchange) -> list[Json]:
    """A message with the calls, where the provider's own cannot be sent back."""
    echo = block.turn.echo
    content = echo.get("content") if isinstance(echo, dict) else echo
    text: list[Json] = [{"text": content}] if isinstance(content, str) else []
    calls: list[Json] = [
        {"function_call": {"name": each.name or "unnamed", "arguments": each.arguments or {}}}
        for each in block.turn.calls
    ]
    return [{"role": "assistant", "content": [*text, *calls]}]


def _are_told_apart(block: Exchange) -> bool:
    """Whether the ids of a turn name its calls; those given twice do not."""
    ids = [each.call_id for each in block.turn.calls if each.call_id is not None]
    return len(set(ids)) == len(ids)


@dataclass(slots=True)
class _Writer:
    """Copies messages, counting their calls; `results` are the answers to those copied so far."""

    answered: dict[int, AnsweredCall]
    keeps_ids: bool
    results: list[JsonObject] = field(default_factory=list)
    _place: int = 0

    def message(self, own: JsonObject) -> JsonObject | None:
        """The message as it is sent; null when nothing is left of it."""
        sent = {key: value for key, value in own.items() if value is not None}
        states = [sent.pop(each, None) for each in (_STATE, *_STATE_ELSEWHERE)]
        state = next((each for each in states if each), None)
        marks: JsonObject = {} if state is None else {_STATE: state}
        sent = {"role": "assistant", **sent, **marks}
        if sent["role"] == "assistant":
            kept = [self._part(each, marks) for each in parts_of(own)]
            sent["content"] = [each for each in kept if each is not None]
            if has_call(sent):
                sent |= self._holder(sent, marks)
                if not has_call(sent):
                    del sent["function_call"]
        return sent if sent.get("content") or has_call(sent) else None

    def _part(self, part: Json, marks: JsonObject) -> Json:
        if not isinstance(part, dict):
            return {"text": part} if isinstance(part, str) and part.strip() else None
        sent = {key: value for key, value in part.items() if value is not None}
        if has_call(sent):
            sent |= self._holder(sent, marks)
        if not has_call(sent):
            sent.pop("function_call", None)
        text = sent.get("text")
        if isinstance(text, str) and not text.strip():
            del sent["text"]
        return sent or None

    def _holder(self, holder: JsonObject, marks: JsonObject) -> JsonObject:
        """The call of a part, null when it has no result; its result is written as well."""
        answer = self.answered.get(self._place)
        self._place += 1
        if answer is None:
            return {"function_call": None}
        call = sent_call(holder["function_call"], answer.call)
        if not self.keeps_ids:
            call.pop("id", None)
        result: JsonObject = {key: call[key] for key in ("id", "name") if key in call}
        result["result"] = sent_result(answer.result)
        self.results.append({"role": "tool", **marks, "content": [{"function_result": result}]})
        return {"function_call": call}
