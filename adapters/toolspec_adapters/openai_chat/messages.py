"""From the turns of a conversation to Chat Completions messages.

The assistant's own message is sent back as it came, opaque fields included, except where a host
would reject its own words: an empty `content` beside calls, arguments that are not JSON text, call
ids that are missing or used twice. Every call that is sent back has its result right after it, in
the order of the calls; a call without a result is left out, because a host rejects it.
"""

from __future__ import annotations

import json
import re

from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import AssistantTurn, Conversation, SystemTurn, ToolResultTurn, UserTurn
from toolspec.trace import ToolCall

_NOT_IN_A_NAME = re.compile(r"[^A-Za-z0-9_-]")
_LONGEST_NAME = 64


def to_messages(conversation: Conversation) -> list[JsonObject]:
    """Write the messages; `ValueError` for a result that answers no call of the turn before it."""
    messages: list[JsonObject] = []
    place = 0
    while place < len(conversation):
        turn = conversation[place]
        place += 1
        if isinstance(turn, SystemTurn):
            messages.append({"role": "system", "content": turn.text})
        elif isinstance(turn, UserTurn):
            messages.append({"role": "user", "content": turn.text})
        elif isinstance(turn, AssistantTurn):
            results = _results_from(conversation, place)
            messages.extend(_exchange(turn, results, place - 1))
            place += len(results)
        else:
            raise ValueError("a tool result follows no turn of the assistant")
    return messages


def _results_from(conversation: Conversation, place: int) -> list[ToolResultTurn]:
    results = []
    for turn in conversation[place:]:
        if not isinstance(turn, ToolResultTurn):
            break
        results.append(turn)
    return results


def _exchange(turn: AssistantTurn, results: list[ToolResultTurn], number: int) -> list[JsonObject]:
    """Write the assistant's message and the results of its calls."""
    answers = _answers(turn.calls, results)
    ids = _wire_ids(turn.calls, number)
    entries = _echoed_calls(turn)
    answered = [place for place in range(len(turn.calls)) if place in answers]
    calls = [_call(entries[place], turn.calls[place], ids[place]) for place in answered]
    tool_messages: list[JsonObject] = [
        {"role": "tool", "tool_call_id": ids[place], "content": _content(answers[place])}
        for place in answered
    ]
    return [_assistant(turn.echo, calls), *tool_messages]


def _answers(
    calls: tuple[ToolCall, ...], results: list[ToolResultTurn]
) -> dict[int, ToolResultTurn]:
    """Match results to the places of their calls; equal calls take theirs in order."""
    answers: dict[int, ToolResultTurn] = {}
    for result in results:
        open_places = [place for place in range(len(calls)) if place not in answers]
        same = [place for place in open_places if calls[place] is result.call]
        equal = [place for place in open_places if calls[place] == result.call]
        if not equal:
            raise ValueError(f"a result for `{result.call.name}` answers no call of its turn")
        answers[(same or equal)[0]] = result
    return answers


def _wire_ids(calls: tuple[ToolCall, ...], number: int) -> list[str]:
    """Keep the provider's ids; give calls with none, or with one used before, an id by place."""
    ids: list[str] = []
    for place, call in enumerate(calls):
        own = call.call_id
        ids.append(own if own and own not in ids else f"call_toolspec_{number}_{place}")
    return ids


def _echoed_calls(turn: AssistantTurn) -> list[Json]:
    """Give the provider's own entry for each call, null where it has no such entry."""
    echoed = turn.echo.get("tool_calls") if isinstance(turn.echo, dict) else None
    entries = [echoed] if isinstance(echoed, dict) else echoed
    if isinstance(entries, list) and len(entries) == len(turn.calls):
        return entries
    return [None] * len(turn.calls)


def _assistant(echo: Json, calls: list[JsonObject]) -> JsonObject:
    own = echo if isinstance(echo, dict) else {"content": echo if isinstance(echo, str) else None}
    # A field that is null says nothing, and several hosts reject `tool_calls: null` and its like.
    message = {key: value for key, value in own.items() if value is not None}
    message.pop("tool_calls", None)
    message.pop("function_call", None)
    message = {"role": "assistant", **message}
    content = message.get("content")
    is_blank = not content or (isinstance(content, str) and not content.strip())
    if calls:
        return {**message, "content": None if is_blank else content, "tool_calls": calls}
    # Null content without calls is rejected.
    return {**message, "content": "" if is_blank else content}


def _call(entry: Json, call: ToolCall, wire_id: str) -> JsonObject:
    own = entry if isinstance(entry, dict) else {}
    if own and call.defect == "unsupported_call_type":
        return {**own, "id": wire_id}
    function = own.get("function")
    if not isinstance(function, dict):
        own, function = {}, {}
    return {
        **own,
        "id": wire_id,
        "type": "function",
        "function": {**function, "name": _name(call), "arguments": _arguments(call)},
    }


def _name(call: ToolCall) -> str:
    """Give the name; a name that was never offered is spelled as hosts allow."""
    if call.name is None:
        return "unnamed"
    if call.defect is None:
        return call.name
    return _NOT_IN_A_NAME.sub("_", call.name)[:_LONGEST_NAME]


def _arguments(call: ToolCall) -> str:
    """Give the arguments as JSON text: as received, or `{}` when they were empty or unreadable."""
    raw = call.raw_arguments
    if call.arguments is None and call.defect != "duplicate_key":
        return "{}"
    if isinstance(raw, str):
        return raw if raw.strip() not in ("", "null") else "{}"
    return json_text(call.arguments or {})


def _content(result: ToolResultTurn) -> str:
    """Write a result: text as it is, every other value as JSON; an error inside `error`.

    Chat Completions has no flag for errors. Blank text is written as a JSON string, since hosts
    reject an empty message.
    """
    content = result.content
    if result.is_error and not (isinstance(content, dict) and "error" in content):
        content = {"error": content}
    if isinstance(content, str) and content.strip():
        return content
    return json_text(content)


def json_text(value: Json) -> str:
    """Write compact JSON with its letters unescaped: escapes cost tokens and confuse models."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
