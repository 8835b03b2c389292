"""The body of a request that has `messages`, and the fields of it that nobody reads."""

from __future__ import annotations

from toolspec.jsontypes import Json, JsonObject


def chat_body(body: Json, read: frozenset[str]) -> tuple[JsonObject, list[str]]:
    """The body, and the pointers of its fields that are not among `read` and not null.

    Raises `ValueError` when it has no list of messages.
    """
    if not isinstance(body, dict) or not isinstance(body.get("messages"), list):
        raise ValueError("the body needs a list of `messages`")
    return body, [f"/{key}" for key in body if key not in read and body[key] is not None]
