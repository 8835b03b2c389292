"""Calls that a model wrote as text, because its server did not read them as calls.

A text is a leaked call when it holds one of the openings below, unless a backtick stands before it
(a model that quotes the opening explains it), or when all of it is one JSON object, or a list of
them, of a name and arguments, bare or in one code fence. Such an object must name an offered
tool when the offer is known: JSON is also a way to answer. The text is never executed.
"""

from __future__ import annotations

import re

from toolspec.jsontypes import Json
from toolspec.strict_json import StrictJsonError, parse

# Openings of the chat templates in use, by family.
_OPENINGS = (
    "[TOOL_CALL_START]",  # YandexGPT
    "[TOOL_CALLS]",  # Mistral
    "<tool_call>",  # Hermes, Qwen, GLM
    "<|tool_call",  # Granite, LFM; also `<|tool_calls_section_begin|>` of Kimi
    "<|python_tag|>",  # Llama 3
    "<function=",  # Llama 3, Qwen Coder
    "<function_calls>",  # Claude-like templates
    "<invoke name=",  # Claude
    "<antml:invoke name=",  # Claude, with the prefix of its namespace
    "<｜tool▁call",  # DeepSeek
    "functools[",  # Phi
    '{{"name":',  # Qwen2.5 Coder, whose template shows the form with its braces doubled
)
_OPENING = re.compile(r"(?<!`)(?:" + "|".join(map(re.escape, _OPENINGS)) + r")|```tool_call\b")
_FENCED = re.compile(r"```[A-Za-z]*\s*\n(.*?)\n?\s*```", re.DOTALL)
_CALL_SHAPES = (frozenset({"name", "arguments"}), frozenset({"name", "parameters"}))
_BESIDE = frozenset({"type", "id"})


def is_leaked_call(text: str, offered: frozenset[str] | None) -> bool:
    """Whether a text is a call in disguise; `offered` null means that the offer is unknown."""
    if _OPENING.search(text):
        return True
    stripped = text.strip()
    fenced = _FENCED.fullmatch(stripped)
    return _is_call_json(fenced[1] if fenced else stripped, offered)


def _is_call_json(text: str, offered: frozenset[str] | None) -> bool:
    if not text.lstrip().startswith(("{", "[")):
        return False
    try:
        value = parse(text)
    except StrictJsonError:
        return False
    calls = value if isinstance(value, list) else [value]
    return bool(calls) and all(_is_call(each, offered) for each in calls)


def _is_call(value: Json, offered: frozenset[str] | None) -> bool:
    if not isinstance(value, dict) or (value.keys() - _BESIDE) not in _CALL_SHAPES:
        return False
    name = value["name"]
    arguments = value.get("arguments", value.get("parameters"))
    is_known = isinstance(name, str) and (offered is None or name in offered)
    return is_known and isinstance(arguments, dict | str)
