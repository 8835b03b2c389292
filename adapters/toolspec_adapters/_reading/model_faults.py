"""Errors that are the model's answer, or the verdict on it, and no fault of the plumbing.

Three kinds come as errors: a filter that stopped the prompt, a server that could not parse the call
its model wrote, and a server that refused the call or the text. To count them as outages would hide
what the model did.
"""

from __future__ import annotations

from toolspec.trace import Decision, InvalidReason
from toolspec_adapters._reading.content import said
from toolspec_adapters._reading.error_body import ErrorBody
from toolspec_adapters._reading.verdict import read_text

# Azure; OpenAI, the last three of Responses.
_FILTER_CODES = frozenset(
    {
        "content_filter",
        "responsibleaipolicyviolation",
        "content_policy_violation",
        "image_content_policy_violation",
        "bio_policy",
        "misalignment_policy_violation",
    }
)
# OpenAI's code for a prompt that breaks its policy; others use it for a broken request.
_FILTER_CODE, _FILTER_PHRASE = "invalid_prompt", "usage policy"
# Anthropic, of what the model was saying: anthropics/claude-code#58367.
_FILTERED_PHRASE = "output blocked by content filtering policy"

# Groq: the text of the model is in `failed_generation`.
_REFUSED_GENERATION = frozenset({"tool_use_failed", "output_parse_failed"})
_REASON_FOR_PHRASE: tuple[tuple[str, InvalidReason], ...] = (
    ("not in request.tools", "unknown_tool"),
    ("did not match schema", "malformed_arguments"),
)
_NO_CALL = "did not call a tool"

# Ollama; llama.cpp, older and newer; Nova on Bedrock, which answers 424. Only with a 5xx or that:
# as another 4xx they speak of what was sent.
_UNPARSED_PHRASES = (
    "error parsing tool call",
    "failed to parse tool call",
    "failed to parse input at pos",
    "the model produced output that does not match",
    "invalid sequence as part of tooluse",
)


_FAILED_MODEL = 424


def read_model_fault(error: ErrorBody, offered: frozenset[str] | None) -> Decision | None:
    """Give the decision that an error stands for, null when it is a fault of the plumbing."""
    if not _FILTER_CODES.isdisjoint(error.codes) or _is_flagged(error):
        return Decision(kind="refusal", reason="provider_filter")
    if not _REFUSED_GENERATION.isdisjoint(error.codes):
        return _refused_generation(error, offered)
    is_server = error.status is None or error.status >= 500 or error.status == _FAILED_MODEL
    text = error.text.lower()
    if is_server and any(phrase in text for phrase in _UNPARSED_PHRASES):
        return _invalid("malformed_call", error.text)
    return None


def _is_flagged(error: ErrorBody) -> bool:
    """OpenAI's policy for prompts, Anthropic's for answers; OpenRouter's 403 with the input."""
    text = error.text.lower()
    if (_FILTER_CODE in error.codes and _FILTER_PHRASE in text) or _FILTERED_PHRASE in text:
        return True
    metadata = error.source.get("metadata")
    return isinstance(metadata, dict) and bool(metadata.get("flagged_input"))


def _refused_generation(error: ErrorBody, offered: frozenset[str] | None) -> Decision:
    generated = said(error.source.get("failed_generation"))
    message = error.text.lower()
    if _NO_CALL in message:
        kind, reason = read_text(generated, offered)
        return Decision(
            kind=kind, reason=reason, text=generated, anomalies=("answer_refused_by_provider",)
        )
    for phrase, reason in _REASON_FOR_PHRASE:
        if phrase in message:
            return _invalid(reason, generated or error.text)
    return _invalid("malformed_call", generated or error.text)


def _invalid(reason: InvalidReason, text: str) -> Decision:
    return Decision(kind="invalid", reason=reason, text=text, anomalies=("call_seen_as_error",))
