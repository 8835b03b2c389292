"""From one response to a decision of the model, or to a fault of the plumbing.

An error comes first, wherever it stands: an answer beside an error is not an answer. Nothing here
raises for any JSON value.
"""

from __future__ import annotations

from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import Reply
from toolspec.trace import Decision, TransportError
from toolspec_adapters.openai_chat.calls import Reading, read_calls
from toolspec_adapters.openai_chat.content import read_content
from toolspec_adapters.openai_chat.error_body import find_error
from toolspec_adapters.openai_chat.faults import (
    empty_response,
    not_json,
    transport_error,
    unexpected_shape,
)
from toolspec_adapters.openai_chat.leaked_call import is_leaked_call
from toolspec_adapters.openai_chat.model_faults import read_model_fault
from toolspec_adapters.openai_chat.usage import read_usage
from toolspec_adapters.openai_chat.verdict import Answer, Reason, decide

# OpenAI's own word, and those of upstreams that OpenRouter gives as `native_finish_reason`.
_CUT = frozenset({"length", "max_tokens", "max_output_tokens", "model_length"})


def lift(reply: Reply, offered: frozenset[str] | None) -> Decision | TransportError:
    """Read a response.

    `offered` holds the names of the tools in the request; null means unknown, and then no call
    is called unknown or unsolicited.
    """
    error = find_error(reply)
    if error is not None:
        return read_model_fault(error, offered) or transport_error(reply, error)
    if not reply.is_json:
        return not_json(reply)
    return _read_body(reply, offered)


def _read_body(reply: Reply, offered: frozenset[str] | None) -> Decision | TransportError:
    body = reply.body
    if body is None:
        return empty_response(reply, "the body is null")
    if not isinstance(body, dict) or not 200 <= reply.status < 300:
        return unexpected_shape(reply, "the response is not a chat completion")
    choices = body.get("choices")
    if choices is None or choices == []:
        return empty_response(reply, "the response has no choices")
    choice = choices[0] if isinstance(choices, list) else None
    if not isinstance(choice, dict):
        return unexpected_shape(reply, "the first choice is not an object")
    message = choice.get("message")
    if message is None and "content_filter" not in _finish_words(choice):
        return empty_response(reply, "the first choice has no message")
    if not isinstance(message, dict | None):
        return unexpected_shape(reply, "the message is not an object")
    return _decision(body, choice, message or {}, offered)


def _decision(
    body: JsonObject, choice: JsonObject, message: JsonObject, offered: frozenset[str] | None
) -> Decision:
    finish = _finish_words(choice)
    content = read_content(message.get("content"), message.get("refusal"))
    limit_reached = not _CUT.isdisjoint(finish)
    calls = read_calls(message, Reading(offered, limit_reached))
    answer = Answer(
        text=content.text,
        refusal=content.refusal,
        calls=calls.calls,
        finish=finish,
        limit_reached=limit_reached,
    )
    kind, reason = decide(answer, offered)
    odd = [*calls.anomalies, *content.anomalies, *_oddities(body, choice, answer, reason)]
    return Decision(
        kind=kind,
        reason=reason,
        text=content.refusal or content.text if kind == "refusal" else content.text,
        calls=calls.calls,
        finish=_text(choice.get("finish_reason")),
        usage=read_usage(body.get("usage")),
        anomalies=tuple(odd),
        model=_text(body.get("model")),
        echo=message or None,
    )


def _oddities(body: JsonObject, choice: JsonObject, answer: Answer, reason: Reason) -> list[str]:
    """Name what the answer as a whole shows, beyond its single calls and parts."""
    word = _text(choice.get("finish_reason"))
    hides_limit = answer.limit_reached and word not in _CUT
    promised = word in ("tool_calls", "function_call") and not answer.calls
    has_leak = bool(answer.calls and answer.text) and is_leaked_call(answer.text or "", None)
    found = {
        "several_choices": len(body["choices"]) > 1,
        "finish_without_calls": promised,
        "finish_hides_truncation": hides_limit,
        "call_written_beside_calls": has_leak,
        **_limit_oddities(answer, reason, _has_reasoned(body, choice)),
    }
    return [name for name, is_so in found.items() if is_so]


def _limit_oddities(answer: Answer, reason: Reason, has_reasoned: bool) -> dict[str, bool]:
    is_spent = answer.limit_reached and reason == "empty"
    is_text = not answer.calls and answer.text is not None
    all_complete = bool(answer.calls) and all(call.defect != "truncated" for call in answer.calls)
    return {
        "truncated_text": answer.limit_reached and is_text,
        "budget_spent_on_reasoning": is_spent and has_reasoned,
        "budget_spent_silently": is_spent and not has_reasoned,
        "calls_may_be_missing": answer.limit_reached and all_complete,
    }


def _has_reasoned(body: JsonObject, choice: JsonObject) -> bool:
    """Whether the response shows reasoning, in its message or in its token counts."""
    message = choice.get("message") or {}
    shown = any(message.get(key) for key in ("reasoning_content", "reasoning"))
    return shown or bool(read_usage(body.get("usage")).reasoning_tokens)


def _finish_words(choice: JsonObject) -> frozenset[str]:
    words = (choice.get("finish_reason"), choice.get("native_finish_reason"))
    return frozenset(word.lower() for word in words if isinstance(word, str))


def _text(value: Json) -> str | None:
    return value if isinstance(value, str) else None
