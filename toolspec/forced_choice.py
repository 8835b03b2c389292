"""Seeing that a tool choice which asks for a call did not bring one.

Some servers take the setting and drop it, others have no field for it. The response alone cannot
show it, and it changes nothing about what the model proposed: it is only said.
"""

from __future__ import annotations

from dataclasses import replace

from toolspec.provider import NamedTool, ToolChoice
from toolspec.trace import Decision

NOT_ENFORCED = "tool_choice_not_enforced"


def checked_choice(decision: Decision, choice: ToolChoice | None) -> Decision:
    """Add the anomaly `tool_choice_not_enforced` where `choice` asks for a call in vain.

    That is an answer without a call, or, where one tool was named, with a call of another tool.
    Refusals and answers that the output limit cut have reasons of their own and stay as they are.
    """
    if decision.kind == "refusal" or decision.reason == "truncated" or _is_met(decision, choice):
        return decision
    return replace(decision, anomalies=(*decision.anomalies, NOT_ENFORCED))


def _is_met(decision: Decision, choice: ToolChoice | None) -> bool:
    if isinstance(choice, NamedTool):
        # A call without a name is broken, and not one of another tool.
        names = {call.name for call in decision.calls}
        return bool(names) and names <= {choice.name, None}
    return choice != "required" or bool(decision.calls)
