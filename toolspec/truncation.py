"""Seeing that the output limit cut a call when the provider's finish word hides it.

Some servers and routers report `tool_calls` or `stop` for an answer that the limit cut. The
response alone cannot show it; together with the limit that the request asked for it can.
"""

from __future__ import annotations

from dataclasses import replace

from toolspec.call_arguments import REASON_FOR_DEFECT
from toolspec.strict_json import is_unfinished
from toolspec.trace import Decision, ToolCall


def truncated_by_limit(decision: Decision, limit: int | None) -> Decision:
    """Mark calls as `truncated` whose arguments stop short in an answer that used up `limit`.

    `limit` is the output limit of the request in tokens, null when it had none. A decision that is
    changed gets the anomaly `finish_hides_truncation`; every other decision comes back as it is.
    """
    used = decision.usage.output_tokens
    if limit is None or used is None or used < limit:
        return decision
    if decision.kind not in ("tool_call", "invalid"):
        return decision
    last = len(decision.calls) - 1
    calls = tuple(_cut(call, place == last) for place, call in enumerate(decision.calls))
    if calls == decision.calls:
        return decision
    marked = replace(
        decision, calls=calls, anomalies=(*decision.anomalies, "finish_hides_truncation")
    )
    if any(call.defect is None for call in calls):
        return marked
    first = calls[0].defect
    reason = decision.reason if first is None else REASON_FOR_DEFECT[first]
    return replace(marked, kind="invalid", reason=reason)


def _cut(call: ToolCall, is_last: bool) -> ToolCall:
    raw = call.raw_arguments
    stops_inside = call.defect == "not_json" and isinstance(raw, str) and is_unfinished(raw)
    stops_before = call.defect is None and is_last and (raw is None or raw == "")
    if stops_inside or stops_before:
        return replace(call, arguments=None, defect="truncated")
    return call
