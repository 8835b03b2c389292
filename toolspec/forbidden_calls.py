"""Seeing that a call was made although the tool choice `none` forbade it.

Some servers drop the setting, and some leave the tools in the prompt, so that the model tries all
the same. The response alone cannot show it; together with what the request asked for it can.
"""

from __future__ import annotations

from dataclasses import replace

from toolspec.provider import ToolChoice
from toolspec.trace import Decision


def unsolicited_under(decision: Decision, choice: ToolChoice | None) -> Decision:
    """Mark calls as `unsolicited` where `choice` is `none`; every other decision stays as it is.

    A call that has a defect already keeps it.
    """
    if choice != "none" or decision.kind != "tool_call":
        return decision
    calls = tuple(replace(each, defect=each.defect or "unsolicited") for each in decision.calls)
    return replace(decision, kind="invalid", reason="unsolicited", calls=calls)
