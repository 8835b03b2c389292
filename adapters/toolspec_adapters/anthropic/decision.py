"""From one response to a decision of the model, or to a fault of the plumbing.

A refusal is a success: `stop_reason` says it, and the content may be empty. The limit may end an
answer inside a call, whose object is closed all the same.
"""

from __future__ import annotations

from typing import Final

from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import Reply
from toolspec.trace import Decision, TransportError
from toolspec_adapters._reading.assembled import Parts, assemble
from toolspec_adapters._reading.calls import Reading
from toolspec_adapters._reading.content import said
from toolspec_adapters._reading.error_body import find_error
from toolspec_adapters._reading.faults import (
    empty_response,
    transport_error,
    unexpected_shape,
)
from toolspec_adapters._reading.model_faults import read_model_fault
from toolspec_adapters._reading.success_body import success_body
from toolspec_adapters._reading.verdict import Answer
from toolspec_adapters.anthropic.blocks import Said, listed, read_blocks
from toolspec_adapters.anthropic.usage import read_usage

_CUT: Final = frozenset({"max_tokens", "model_context_window_exceeded"})
_CALLED: Final = "tool_use"
_PAUSED: Final = "pause_turn"
# The word of the classifiers that watch the model: https://platform.claude.com/docs, "Handling stop
# reasons".
_REFUSED: Final = "refusal"
_KNOWN: Final = _CUT | {_CALLED, _PAUSED, _REFUSED, "end_turn", "stop_sequence"}


def lift(reply: Reply, offered: frozenset[str] | None) -> Decision | TransportError:
    """Read a response; see `Adapter.lift`."""
    error = find_error(reply)
    if error is not None:
        return read_model_fault(error, offered) or transport_error(reply, error)
    body = success_body(reply, "the body is not a message")
    if isinstance(body, TransportError):
        return body
    word = _text(body.get("stop_reason"))
    content = body.get("content")
    if content is None and word != _REFUSED:
        return empty_response(reply, "the response has no content")
    if not isinstance(content, list | str | None):
        return unexpected_shape(reply, "the content is not a list of blocks")
    return _decision(body, listed(content), word, offered)


def _decision(
    body: JsonObject, blocks: list[Json], word: str | None, offered: frozenset[str] | None
) -> Decision:
    limit_reached = word in _CUT
    read = read_blocks(blocks, Reading(offered, limit_reached))
    is_refused = word == _REFUSED
    finish = {"content_filter"} if is_refused else {word} if word else set()
    answer = Answer(
        text=read.text or (_explanation(body.get("stop_details")) if is_refused else None),
        refusal=None,
        calls=read.calls,
        finish=frozenset(finish),
        limit_reached=limit_reached,
    )
    parts = Parts(
        answer=answer,
        finish=word,
        usage=read_usage(body.get("usage")),
        anomalies=(*read.anomalies, *_oddities(word, read)),
        model=_text(body.get("model")),
        echo={"role": "assistant", "content": blocks} if blocks else None,
        reasoning=read.reasoning,
    )
    return assemble(parts, offered)


def _explanation(details: Json) -> str | None:
    return said(details.get("explanation")) if isinstance(details, dict) else None


def _oddities(word: str | None, read: Said) -> list[str]:
    """Name what the envelope shows, beyond its blocks."""
    found = {
        "finish_without_calls": word == _CALLED and not read.calls,
        "turn_paused": word == _PAUSED,
        "unknown_finish": word is not None and word not in _KNOWN,
    }
    return [name for name, is_so in found.items() if is_so]


def _text(value: Json) -> str | None:
    return value if isinstance(value, str) else None
