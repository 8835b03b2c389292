"""Reading a call that a model wrote as its reply.

A reply is a call when all of it, but for white space, is one JSON object, bare or in one code fence
(three backticks, alone or with `json`), of one of these forms:

    {"name": "TOOL", "arguments": {…}}
    {"calls": [{"name": "TOOL", "arguments": {…}}, …]}

Nothing else is a call. An object that was clearly meant as one is `invalid` and says why; every
other reply stays the text that it is.
"""

from __future__ import annotations

from dataclasses import replace

from toolspec.call_arguments import REASON_FOR_DEFECT
from toolspec.json_text.envelope_calls import broken_calls, calls_of
from toolspec.strict_json import StrictJsonError, parse
from toolspec.trace import Decision, ToolCall

_FENCE = "```"
_OPENINGS = (_FENCE, f"{_FENCE}json")


def read_envelope(decision: Decision, offered: frozenset[str]) -> Decision:
    """Read the text of a decision as a call; `offered` holds the names in the catalogue.

    A decision that is more than a text (a refusal, native calls, nothing at all) comes back as it
    is. A text that was taken for a leaked call is read too, since it may be an envelope. The text
    of a decision with calls is null: all of it was the envelope. An object that the output limit
    cut is `truncated`; the adapter tells of the limit by the anomaly `truncated_text`.
    """
    if decision.calls or not (decision.kind == "text" or decision.reason == "text_tool_call"):
        return decision
    is_cut = "truncated_text" in decision.anomalies
    document, is_closed = _unfenced(decision.text or "")
    if not document.startswith("{") or not (is_closed or is_cut):
        return decision
    try:
        value = parse(document)
    except StrictJsonError as error:
        if error.kind == "unfinished":
            return _truncated(decision) if is_cut else decision
        return _proposing(decision, broken_calls(document, error, offered))
    if not is_closed:
        return _truncated(decision)
    return _proposing(decision, calls_of(value, offered))


def _unfenced(text: str) -> tuple[str, bool]:
    """The reply without its code fence, and whether the fence, if there is one, was closed."""
    stripped = text.strip()
    opening, _, rest = stripped.partition("\n")
    if opening.rstrip() not in _OPENINGS:
        return stripped, True
    body, _, closing = rest.rpartition("\n")
    if closing.strip() == _FENCE:
        return body.strip(), True
    return rest.strip(), False


def _truncated(decision: Decision) -> Decision:
    return replace(decision, kind="invalid", reason="truncated")


def _proposing(decision: Decision, calls: tuple[ToolCall, ...]) -> Decision:
    if not calls:
        return decision
    defects = [call.defect for call in calls if call.defect is not None]
    if len(defects) < len(calls):
        return replace(decision, kind="tool_call", reason=None, text=None, calls=calls)
    reason = REASON_FOR_DEFECT[defects[0]]
    return replace(decision, kind="invalid", reason=reason, text=None, calls=calls)
