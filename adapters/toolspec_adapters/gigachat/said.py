"""What a response says, in either version's envelope, before it is judged."""

from __future__ import annotations

from dataclasses import dataclass

from toolspec.jsontypes import Json, JsonObject
from toolspec_adapters._reading.content import read_content, said

# What the service made itself: files, sources, results of its own tools.
_OWN_WORK = ("files", "inline_data", "function_result")
_TEXTLESS = frozenset({"function_call", "tool_execution", "logprobs", *_OWN_WORK})


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """The parts of an answer: `functions` are its calls as they came, `finish` the word as it came.

    `echo` is what is sent back on the next turn: the message of v1, all messages of v2.
    """

    text: str | None
    functions: list[Json]
    finish: str | None
    reasoning: str | None
    anomalies: tuple[str, ...]
    echo: Json


def said_in_choice(choices: list[Json], choice: JsonObject, message: JsonObject) -> Said:
    """Read the first choice of v1."""
    content = read_content(message.get("content"), None)
    several = ("several_choices",) if len(choices) > 1 else ()
    return Said(
        text=content.text,
        functions=functions_in([message]),
        finish=_word(choice.get("finish_reason")),
        reasoning=said(message.get("reasoning_content")),
        anomalies=(*content.anomalies, *several),
        echo=message or None,
    )


def said_in_messages(body: JsonObject, messages: list[Json]) -> Said:
    """Read the messages of v2, which are one answer together."""
    texts: list[str] = []
    thoughts: list[str] = []
    odd: list[str] = []
    for message in messages:
        role = message.get("role", "assistant") if isinstance(message, dict) else None
        if role not in ("assistant", "reasoning"):
            odd.append("unknown_message_role")
            continue
        for part in parts_of(message):
            odd.extend(_oddities(part))
            text = part.get("text") if isinstance(part, dict) else part
            if isinstance(text, str):
                (texts if role == "assistant" else thoughts).append(text)
        if message.get("tool_execution") is not None:
            odd.append("server_tool_executed")
    words = [body, *(each for each in reversed(messages) if isinstance(each, dict))]
    finishes = (_word(each.get("finish_reason")) for each in words)
    return Said(
        text=said("".join(texts)),
        functions=functions_in(messages),
        finish=next((each for each in finishes if each), None),
        reasoning=said("".join(thoughts)),
        anomalies=tuple(odd),
        echo=messages or None,
    )


def functions_in(messages: list[Json]) -> list[Json]:
    """The calls of an answer, as they came: those in the parts of a message before its own."""
    found: list[Json] = []
    for message in messages:
        if not isinstance(message, dict) or message.get("role", "assistant") != "assistant":
            continue
        holders = [each for each in parts_of(message) if isinstance(each, dict)]
        found.extend(each["function_call"] for each in (*holders, message) if has_call(each))
    return found


def has_call(holder: JsonObject) -> bool:
    """Whether a part, or a message of v1, holds a call; an empty one says nothing."""
    return holder.get("function_call") not in (None, {}, "")


def parts_of(message: JsonObject) -> list[Json]:
    """The parts of a message; a bare text or a bare part counts as one."""
    content = message.get("content")
    if content is None:
        return []
    return content if isinstance(content, list) else [content]


def _oddities(part: Json) -> list[str]:
    if isinstance(part, str):
        return []
    if not isinstance(part, dict):
        return ["unknown_content_part"]
    odd = []
    if part.get("tool_execution") is not None:
        odd.append("server_tool_executed")
    if any(part.get(key) is not None for key in _OWN_WORK):
        odd.append("unread_content_part")
    if not isinstance(part.get("text"), str) and _TEXTLESS.isdisjoint(part):
        odd.append("unknown_content_part")
    return odd


def _word(value: Json) -> str | None:
    return value if isinstance(value, str) else None
