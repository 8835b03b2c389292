"""Finding the error in a response, whatever shape the host gave it.

Shapes seen: `{"error": {…}}`, `{"error": "text"}`, `{"object": "error", …}` of older vLLM,
`{"message": …}`, `{"detail": …}`, a list around any of these, an error inside the first choice, and
plain text. AWS names its errors in a header, or in `__type`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import Reply

# The upstream failed on the way: Z.ai; DeepSeek. OpenRouter and Mistral say `error`.
_FAILED_ENDS = frozenset({"network_error", "insufficient_system_resource"})

_AWS_HEADER = "x-amzn-errortype"

# Characters of a provider's text that a message keeps.
_LONGEST_MESSAGE = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorBody:
    """What an error says: `message`, the lower-case words `codes`, and `source` as received.

    `status` is the HTTP status where it is an error, else the number that the body gives, else
    null. `text` is everything said, for the search of known phrases.
    """

    message: str
    text: str
    status: int | None = None
    codes: frozenset[str] = frozenset()
    source: JsonObject = field(default_factory=dict)


def find_error(reply: Reply) -> ErrorBody | None:
    """Give the error that a reply carries, null when it carries none."""
    if reply.status >= 400:
        named = reply.headers.get(_AWS_HEADER)
        return _describe(_error_in(reply.body) or reply.body, reply.status, named)
    found = _error_in(reply.body) if reply.is_json else None
    return None if found is None else _describe(found, None)


def _error_in(body: Json) -> Json:
    if isinstance(body, list) and body:
        body = body[0]
    if not isinstance(body, dict):
        return None
    if body.get("error"):
        return body["error"]
    if body.get("object") == "error" or isinstance(body.get("__type"), str):
        return body
    choices = body.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else None
    if not isinstance(first, dict):
        return None
    if first.get("error"):
        return first["error"]
    return _failed_end(first.get("finish_reason"))


def _failed_end(word: Json) -> Json:
    """The error that an answer's last word stands for, when nothing more is said."""
    if word == "error":
        return "the provider reports an error"
    is_failure = isinstance(word, str) and word in _FAILED_ENDS
    return {"message": f"the provider reports `{word}`", "code": word} if is_failure else None


def _describe(error: Json, status: int | None, named: str | None = None) -> ErrorBody:
    source = error if isinstance(error, dict) else {}
    inner = source.get("innererror")
    metadata = source.get("metadata")
    raw = metadata.get("raw") if isinstance(metadata, dict) else None
    own_code = inner.get("code") if isinstance(inner, dict) else None
    words = [source.get("code"), source.get("type"), source.get("status"), own_code]
    words.extend(map(_aws_name, (source.get("__type"), named)))
    said = [_message(error), raw]
    text = ": ".join(each.strip() for each in said if isinstance(each, str) and each.strip())
    return ErrorBody(
        message=text[:_LONGEST_MESSAGE] or f"http {status or 'error'} without a message",
        text=text,
        status=status or _status(source),
        codes=frozenset(word.lower() for word in words if isinstance(word, str)),
        source=source,
    )


def _message(error: Json) -> str | None:
    if isinstance(error, dict):
        named = (error.get(key) for key in ("message", "Message", "detail", "error", "title"))
        return next((each for each in map(_words, named) if each), None)
    return error if isinstance(error, str) else None


def _words(value: Json) -> str | None:
    """Give a text, or the first text of a list of validation errors, as FastAPI writes them."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        value = value[0].get("msg")
    return value if isinstance(value, str) else None


def _aws_name(word: Json) -> str | None:
    """Give the name of an error of AWS, without its namespace and the address behind it."""
    return word.partition(":")[0].rpartition("#")[2] if isinstance(word, str) else None


def _status(source: JsonObject) -> int | None:
    """Give the HTTP status that an error inside a 200 stands for."""
    for value in (source.get("code"), source.get("status"), source.get("raw_status_code")):
        if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) == 3:
            value = int(value)
        if isinstance(value, int) and 400 <= value <= 599:
            return value
    return None
