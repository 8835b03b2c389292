"""Single fields of a request, read only when they have their kind of value."""

from __future__ import annotations

from toolspec.jsontypes import JsonObject


def number(body: JsonObject, key: str, unread: list[str], pointer: str = "") -> float | None:
    """The number, null when there is none; another value is added to `unread` by its pointer."""
    value = body.get(key)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    if value is not None:
        unread.append(f"{pointer}/{key}")
    return None


def whole_number(body: JsonObject, key: str, unread: list[str], pointer: str = "") -> int | None:
    """The whole number, as `number` does."""
    value = body.get(key)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if value is not None:
        unread.append(f"{pointer}/{key}")
    return None


def flag(body: JsonObject, key: str, unread: list[str], pointer: str = "") -> bool | None:
    """The true or false, as `number` does."""
    value = body.get(key)
    if isinstance(value, bool):
        return value
    if value is not None:
        unread.append(f"{pointer}/{key}")
    return None
