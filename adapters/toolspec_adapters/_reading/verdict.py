"""What an answer amounts to, once its parts are read: the order of the questions is the meaning.

A cut call is broken before anything else is asked; a refusal stands even beside calls; a call
that can be executed makes the answer a call, whatever text or broken calls stand beside it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from toolspec.call_arguments import REASON_FOR_DEFECT
from toolspec.trace import DecisionKind, InvalidReason, ToolCall
from toolspec_adapters._reading.leaked_call import is_leaked_call

Reason: TypeAlias = InvalidReason | Literal["model", "provider_filter"] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The parts of one answer. `finish` holds the words that say why it ended, in lower case."""

    text: str | None
    refusal: str | None
    calls: tuple[ToolCall, ...]
    finish: frozenset[str]
    limit_reached: bool


def decide(answer: Answer, offered: frozenset[str] | None) -> tuple[DecisionKind, Reason]:
    """Give the kind of a decision and, unless it is a text or a call, the reason."""
    is_good = any(call.defect is None for call in answer.calls)
    if not is_good and any(call.defect == "truncated" for call in answer.calls):
        return "invalid", _first_reason(answer.calls)
    if "content_filter" in answer.finish:
        return "refusal", "provider_filter"
    if answer.refusal is not None:
        return "refusal", "model"
    if answer.calls:
        return ("tool_call", None) if is_good else ("invalid", _first_reason(answer.calls))
    if any("malformed" in word for word in answer.finish):
        return "invalid", "malformed_call"
    return read_text(answer.text, offered)


def read_text(
    text: str | None, offered: frozenset[str] | None
) -> tuple[Literal["text", "invalid"], InvalidReason | None]:
    """Judge an answer that is text alone: null is `empty`, and a call written as text is none."""
    if text is None:
        return "invalid", "empty"
    if is_leaked_call(text, offered):
        return "invalid", "text_tool_call"
    return "text", None


def _first_reason(calls: tuple[ToolCall, ...]) -> Reason:
    return next(REASON_FOR_DEFECT[call.defect] for call in calls if call.defect is not None)
