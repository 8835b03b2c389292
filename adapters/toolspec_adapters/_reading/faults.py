"""Faults of the plumbing: one stable word for each, and whether trying again can help.

The words are keys of reports and of retry rules; they are tables here, in the order in which
they are tried: an empty account before a busy server, because both may answer 429.
"""

from __future__ import annotations

from dataclasses import replace

from toolspec.provider import Reply
from toolspec.trace import TransportError
from toolspec_adapters._reading.error_body import ErrorBody
from toolspec_adapters._reading.retry_hints import (
    is_spent_for_the_day,
    retry_after_s,
    should_retry,
)

# https://github.com/openai/openai-openapi; the last three are Moonshot's, OpenAI's older and AWS's.
_QUOTA_CODES = frozenset(
    {
        "insufficient_quota",
        "billing_hard_limit_reached",
        "credit_balance_exhausted",
        "organization_usage_limit_exceeded",
        "exceeded_current_quota_error",
        "billing_not_active",
        "servicequotaexceededexception",
    }
)
_QUOTA_SUFFIX = "_spend_limit_exceeded"

# OpenAI, llama.cpp, Perplexity; then the phrases of hosts that give no code.
_OVERFLOW_CODES = frozenset(
    {"context_length_exceeded", "exceed_context_size_error", "too_many_prompt_tokens"}
)
_OVERFLOW_PHRASES = (
    "maximum context length",
    "exceeds the available context size",
    "prompt is too long",
    "context window",
    "exceed context limit",  # Anthropic, of input and output together
    "input is too long",  # Claude on Bedrock
    "input tokens exceeded",  # Nova
)

# A host rejects what was sent back to it: results without calls, or state that was not returned.
_HISTORY_PHRASES = (
    "must be followed by tool messages",
    "messages with role 'tool' must be a response",
    "did not have response messages",
    "tool_call_id",
    "thought_signature",
    "reasoning_content is missing",
    "failed to parse tool call arguments",
    "must have a result in history",  # GigaChat
    "must be passed back to the api",  # DeepSeek, of `reasoning_content`
    "tool result's tool id",  # MiniMax
    "tool call id was",  # Mistral, 3280
    "not the same number of function calls and responses",  # Mistral, 3230
    "number of function response parts is equal",  # Gemini
    "function call turn comes immediately after",  # Gemini
    "function response turn comes immediately after",  # Gemini
    "no tool output found for",  # OpenAI, DeepSeek, in Responses
    "no tool call found for",  # OpenAI, in Responses
    "without its required",  # OpenAI, of a call and its reasoning
    "duplicate function_call_output",  # OpenAI, in Responses
    "ids were found without `tool_result`",  # Anthropic
    "unexpected `tool_use_id`",  # Anthropic
    "`tool_use` ids must be unique",  # Anthropic
    "invalid `signature` in",  # Anthropic
    "`redacted_thinking`",  # Anthropic, of thoughts that are missing or changed
    "toolconfig field must be defined",  # Bedrock
    "toolresult blocks",  # Bedrock, of how many there are
    "tool result blocks",  # Bedrock, of what stands beside them
)

_KIND_FOR_STATUS = {
    400: "bad_request",
    401: "unauthorized",
    402: "payment_required",
    403: "forbidden",
    404: "not_found",
    408: "timeout",
    409: "conflict",
    413: "payload_too_large",
    422: "bad_request",
    424: "server_error",  # Bedrock, of the model behind it
    429: "rate_limited",
    498: "unauthorized",  # Cohere
    503: "overloaded",
    529: "overloaded",
}

# For errors inside a 200, which may come without a number; the vague words last.
_KIND_FOR_CODE = {
    "invalid_api_key": "unauthorized",
    "authentication_error": "unauthorized",
    "permission_error": "forbidden",
    "model_not_found": "not_found",
    "rate_limit_exceeded": "rate_limited",
    "rate_limit_error": "rate_limited",
    "resource_exhausted": "rate_limited",
    "server_is_overloaded": "overloaded",
    "insufficient_system_resource": "overloaded",
    "timeout": "timeout",
    "network_error": "server_error",
    "overloaded_error": "overloaded",
    "server_error": "server_error",
    "invalid_request_error": "bad_request",
    "billing_error": "payment_required",
    "not_found_error": "not_found",
    "conflict_error": "conflict",
    "request_too_large": "payload_too_large",
    "timeout_error": "timeout",
    "api_error": "server_error",
    "throttlingexception": "rate_limited",
    "modelnotreadyexception": "overloaded",
    "serviceunavailableexception": "overloaded",
    "modeltimeoutexception": "timeout",
    "modelerrorexception": "server_error",
    "internalserverexception": "server_error",
    "accessdeniedexception": "forbidden",
    "resourcenotfoundexception": "not_found",
    "validationexception": "bad_request",
}

_RETRYABLE = frozenset({"timeout", "conflict", "rate_limited", "server_error", "overloaded"})


def transport_error(reply: Reply, error: ErrorBody) -> TransportError:
    """Name the fault that an error response stands for."""
    kind = _kind(reply, error)
    retryable = kind in _RETRYABLE or (kind == "not_json" and reply.status >= 500)
    return TransportError(
        kind=kind,
        message=error.message,
        status=error.status or reply.status,
        retryable=should_retry(reply.headers, retryable),
        retry_after_s=retry_after_s(reply.headers, error),
    )


def empty_response(reply: Reply, message: str) -> TransportError:
    """Name a success that holds no answer; the same request may well get one."""
    return _broken(reply, "empty_response", message, retryable=True)


def unexpected_shape(reply: Reply, message: str) -> TransportError:
    """Name a success that is no Chat Completions response."""
    return _broken(reply, "unexpected_shape", message)


def not_json(reply: Reply) -> TransportError:
    """Name a success whose body is a text, such as a page of a proxy."""
    if isinstance(reply.body, str) and not reply.body.strip():
        return empty_response(reply, "the body is empty")
    return _broken(reply, "not_json", "the body is not JSON")


def _broken(reply: Reply, kind: str, message: str, retryable: bool = False) -> TransportError:
    error = TransportError(kind=kind, message=message, status=reply.status, retryable=retryable)
    return replace(error, retryable=should_retry(reply.headers, retryable))


def _kind(reply: Reply, error: ErrorBody) -> str:
    if any(code in _QUOTA_CODES or code.endswith(_QUOTA_SUFFIX) for code in error.codes):
        return "payment_required"
    if is_spent_for_the_day(error):
        return "quota_spent"
    status = error.status
    if status is None or status in (400, 413, 422):
        rejected = _rejected_input(error)
        if rejected is not None:
            return rejected
    if status in _KIND_FOR_STATUS:
        return _KIND_FOR_STATUS[status]
    if status is None:
        named = (kind for code, kind in _KIND_FOR_CODE.items() if code in error.codes)
        return next(named, "error_in_body")
    if status < 500:
        return "bad_request"
    return "server_error" if reply.is_json else "not_json"


def _rejected_input(error: ErrorBody) -> str | None:
    text = error.text.lower()
    if not _OVERFLOW_CODES.isdisjoint(error.codes):
        return "context_overflow"
    if any(phrase in text for phrase in _OVERFLOW_PHRASES):
        return "context_overflow"
    return "history_rejected" if any(phrase in text for phrase in _HISTORY_PHRASES) else None
