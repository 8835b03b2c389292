"""Requests in OpenAI's shape with what the API reference calls equal written in one way.

Equal are: a field that is null and one that is absent; a text and a list of one part with it; empty
content and none beside calls; `system` and `developer`; `strict: false`, `stream: false`, an empty
description or no parameters and their absence; JSON numbers of one value.
"""

from __future__ import annotations

from typing import Any

NO_PARAMETERS = {"type": "object", "properties": {}}


def normal(body: Any) -> Any:
    """The request in its one way of writing; what is not in OpenAI's shape stays as it is."""
    made = without_nulls(body)
    if made.get("stream") is False:
        made.pop("stream")
    if made.get("tools") == []:
        made.pop("tools")
    made["messages"] = [message(each) for each in made.get("messages", [])]
    if "tools" in made:
        made["tools"] = [tool(each) for each in made["tools"]]
    return made


def without_nulls(value: dict[str, Any]) -> dict[str, Any]:
    return {key: each for key, each in value.items() if each is not None}


def message(value: dict[str, Any]) -> dict[str, Any]:
    made = without_nulls(value)
    if made.get("role") == "developer":
        made["role"] = "system"
    content = made.get("content")
    if isinstance(content, list) and all(set(part) == {"type", "text"} for part in content):
        content = "".join(part["text"] for part in content)
        made["content"] = content
    if made.get("tool_calls") and not content:
        made.pop("content", None)
    return made


def tool(value: dict[str, Any]) -> dict[str, Any]:
    made = dict(value)
    if isinstance(made.get("function"), dict):
        function = without_nulls(made["function"])
        if function.get("strict") is False:
            function.pop("strict")
        if not function.get("description"):
            function.pop("description", None)
        function.setdefault("parameters", NO_PARAMETERS)
        made["function"] = function
    return made
