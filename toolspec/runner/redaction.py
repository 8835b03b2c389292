"""No secret reaches the disk: every record passes here, once, on its way there."""

from __future__ import annotations

import json
from collections.abc import Iterable
from urllib.parse import quote, unquote

from toolspec.jsontypes import Json
from toolspec.records import decode, encode

# A shorter "secret" (a dummy key such as `x` or `none` for a local server) is not one, and
# replacing it would eat ordinary letters.
_SHORTEST = 6

_MARK = "[redacted]"

# Written by toolspec or taken from the spec; hiding a part of them would break the record.
_FIXED = frozenset(
    {"attempt_id", "spec", "target", "provider", "case_id", "variant", "status", "event", "kind"}
)

# Below these even the keys of objects come from outside.
_FOREIGN = frozenset({"body", "arguments", "raw_arguments"})


class Redactor:
    """Replaces known secrets, in each form in which they can stand in a text."""

    def __init__(self, secrets: Iterable[str]) -> None:
        self._forms: tuple[str, ...] = ()
        self._bytes: tuple[bytes, ...] = ()
        for secret in secrets:
            self.add(secret)

    def add(self, secret: str) -> None:
        """Hide one more secret from now on, such as a token obtained on the way."""
        if len(secret) < _SHORTEST:
            return
        forms = {*self._forms, *_forms(secret)}
        self._forms = tuple(sorted(forms, key=lambda each: (-len(each), each)))
        # As they stand in a line of JSON; only a line that holds one is looked at any closer.
        self._bytes = tuple(
            {
                each.encode("utf-8", "replace")
                for form in forms
                for each in (form, json.dumps(form, ensure_ascii=False)[1:-1])
            }
        )

    def __call__(self, line: bytes) -> bytes:
        """One JSON document in UTF-8 with each secret replaced; still JSON, numbers as they are."""
        if not any(form in line for form in self._bytes):
            return line
        end = b"\n" if line.endswith(b"\n") else b""
        return encode(self._clean(decode(line), is_foreign=False)) + end

    def text(self, text: str) -> str:
        """A plain text with each secret replaced."""
        for form in self._forms:
            text = text.replace(form, _MARK)
        return text

    def _clean(self, value: Json, *, is_foreign: bool) -> Json:
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            return [self._clean(each, is_foreign=is_foreign) for each in value]
        if not isinstance(value, dict):
            return value
        if is_foreign:
            return {
                self.text(key): self._clean(each, is_foreign=True) for key, each in value.items()
            }
        return {
            key: self._clean(each, is_foreign=key in _FOREIGN)
            if key not in _FIXED or isinstance(each, dict)
            else each
            for key, each in value.items()
        }


def _forms(secret: str) -> set[str]:
    """The secret as it is, inside JSON, inside JSON inside JSON, and inside an address."""
    plain = {secret, unquote(secret)}
    inside = {form for each in plain for form in (_json(each, True), _json(each, False))}
    twice = {_json(each, True) for each in inside}
    return {
        each
        for each in plain | inside | twice | {quote(each, safe="") for each in plain}
        if len(each) >= _SHORTEST
    }


def _json(text: str, is_ascii: bool) -> str:
    return json.dumps(text, ensure_ascii=is_ascii)[1:-1]
