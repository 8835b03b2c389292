"""Reading Ollama's requests back, by its API reference: `stream` is on unless it is off."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import LiftedRequest, Settings
from toolspec_adapters._reading.chat_body import chat_body
from toolspec_adapters._reading.chat_tools import read_tools
from toolspec_adapters._reading.chat_turns import read_turns
from toolspec_adapters._reading.fields import number, whole_number

_READ: Final = frozenset({"model", "messages", "tools", "options", "stream"})
_OPTIONS: Final = frozenset({"temperature", "seed", "num_predict"})


def lift_request(path: str, body: Json) -> LiftedRequest:
    """Read a request; `ValueError` when it has no list of messages."""
    body, unread = chat_body(body, _READ)
    if body.get("stream") is not False:
        unread.append("/stream")
    tools = read_tools(body.get("tools"), unread)
    return LiftedRequest(
        conversation=read_turns(body["messages"], unread, name_field="tool_name"),
        # The server reads no `strict`.
        tools=tuple(replace(each, strict=False) for each in tools),
        settings=_settings(body, unread),
        unread=tuple(unread),
    )


def _settings(body: JsonObject, unread: list[str]) -> Settings:
    options = body.get("options")
    if not isinstance(options, dict):
        unread.extend(["/options"] if options is not None else [])
        options = {}
    unread.extend(f"/options/{key}" for key in options if key not in _OPTIONS)
    return Settings(
        model=str(body.get("model") or ""),
        temperature=number(options, "temperature", unread, "/options"),
        max_output_tokens=whole_number(options, "num_predict", unread, "/options"),
        seed=whole_number(options, "seed", unread, "/options"),
    )
