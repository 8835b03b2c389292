"""The body of a response that is no error, before any format looks into it."""

from __future__ import annotations

from toolspec.jsontypes import JsonObject
from toolspec.provider import Reply
from toolspec.trace import TransportError
from toolspec_adapters._reading.faults import empty_response, not_json, unexpected_shape


def success_body(reply: Reply, otherwise: str) -> JsonObject | TransportError:
    """The object in a reply, or why it holds none; `otherwise` is said of another format."""
    if not reply.is_json:
        return not_json(reply)
    if reply.body is None:
        return empty_response(reply, "the body is null")
    if not isinstance(reply.body, dict) or not 200 <= reply.status < 300:
        return unexpected_shape(reply, otherwise)
    return reply.body
