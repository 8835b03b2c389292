"""The parts of one answer → the decision, with what the answer as a whole shows that is odd."""

from __future__ import annotations

from dataclasses import dataclass, field

from toolspec.jsontypes import Json
from toolspec.trace import Decision, Usage
from toolspec_adapters._reading.leaked_call import is_leaked_call
from toolspec_adapters._reading.verdict import Answer, Reason, decide


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What was read of one answer.

    `finish` is the provider's word as it came; `reasoning` is what the model thought, as text;
    `anomalies` are those of its calls and texts.
    """

    answer: Answer
    finish: str | None
    usage: Usage = field(default_factory=Usage)
    anomalies: tuple[str, ...] = ()
    model: str | None = None
    echo: Json = None
    reasoning: str | None = None


def assemble(parts: Parts, offered: frozenset[str] | None) -> Decision:
    """Judge an answer by its parts; `offered` null means that the offer is unknown."""
    answer = parts.answer
    kind, reason = decide(answer, offered)
    is_call_thought = reason == "empty" and is_leaked_call(parts.reasoning or "", None)
    if is_call_thought:
        reason = "text_tool_call"
    found = {
        "call_written_beside_calls": bool(answer.calls) and is_leaked_call(answer.text or "", None),
        "call_written_in_reasoning": is_call_thought,
        **_limit_oddities(parts, reason),
    }
    odd = [*parts.anomalies, *(name for name, is_so in found.items() if is_so)]
    return Decision(
        kind=kind,
        reason=reason,
        text=answer.refusal or answer.text if kind == "refusal" else answer.text,
        calls=answer.calls,
        finish=parts.finish,
        usage=parts.usage,
        anomalies=tuple(dict.fromkeys(odd)),
        model=parts.model,
        echo=parts.echo,
    )


def _limit_oddities(parts: Parts, reason: Reason) -> dict[str, bool]:
    answer = parts.answer
    is_spent = answer.limit_reached and reason == "empty"
    has_reasoned = bool(parts.reasoning) or bool(parts.usage.reasoning_tokens)
    is_text = not answer.calls and answer.text is not None
    all_complete = bool(answer.calls) and all(call.defect != "truncated" for call in answer.calls)
    return {
        "truncated_text": answer.limit_reached and is_text,
        "budget_spent_on_reasoning": is_spent and has_reasoned,
        "budget_spent_silently": is_spent and not has_reasoned,
        "calls_may_be_missing": answer.limit_reached and all_complete,
    }
