"""The text of a message, whatever form it came in."""

from __future__ import annotations

from dataclasses import dataclass

from toolspec.jsontypes import Json

# Parts that are read elsewhere, or not at all: what the model thought on its way.
_NOT_THE_ANSWER = ("refusal", "thinking", "reasoning", "redacted_thinking")


@dataclass(frozen=True, slots=True)
class Content:
    """`text` is null when there is none but blanks; `refusal` is the model's own refusal."""

    text: str | None = None
    refusal: str | None = None
    anomalies: tuple[str, ...] = ()


def read_content(content: Json, refusal: Json) -> Content:
    """Read `message.content` (text, parts, or nothing) and `message.refusal`."""
    parts = content if isinstance(content, list) else [content]
    texts = [text for text in map(_text, parts) if text is not None]
    refusals = [refusal, *(part.get("refusal") for part in parts if isinstance(part, dict))]
    is_odd = any(_is_unknown(part) for part in parts)
    return Content(
        text=said("".join(texts)),
        refusal=next((said(each) for each in refusals if said(each)), None),
        anomalies=("unknown_content_part",) if is_odd else (),
    )


def said(text: Json) -> str | None:
    """Give a text that says something, null for blanks and for what is no text."""
    return text if isinstance(text, str) and text.strip() else None


def _text(part: Json) -> str | None:
    if isinstance(part, dict) and part.get("type", "text") in ("text", "output_text"):
        part = part.get("text")
    return part if isinstance(part, str) else None


def _is_unknown(part: Json) -> bool:
    if part is None or _text(part) is not None:
        return False
    if not isinstance(part, dict):
        return True
    return part.get("type") not in _NOT_THE_ANSWER
