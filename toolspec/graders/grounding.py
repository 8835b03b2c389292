"""Layer 6: does every value that must be given verbatim stand in what the user said.

The texts, numbers and, in lists and objects, their items are looked for in NFC, letter for letter
and as words of their own: `ORD-1` does not stand in `ORD-12`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from toolspec.findings import finding
from toolspec.graders._subject import JudgedCall, Subject
from toolspec.jsontypes import Json
from toolspec.pointers import join
from toolspec.results import Finding


def applies(subject: Subject) -> bool:
    """Judged where a call gives an argument that has `grounded: verbatim`."""
    return any(True for each in subject.calls for _ in _grounded(each))


def grade(subject: Subject) -> Iterator[Finding]:
    """Name each value that the user never gave."""
    for judged in subject.calls:
        seen = [unicodedata.normalize("NFC", each) for each in judged.seen]
        for pointer, value in _grounded(judged):
            if not any(_stands_in(str(value), text) for text in seen):
                yield finding(
                    "invented_argument",
                    f"the value of `{pointer}` does not stand in the user's message",
                    expected="a value from the user's message, verbatim",
                    got=value,
                    call=judged.index,
                    pointer=pointer,
                    rule=f"{judged.call.name}: grounded verbatim",
                )


def _grounded(judged: JudgedCall) -> Iterator[tuple[str, Json]]:
    if judged.tool is None or judged.call.arguments is None:
        return
    for name, rule in judged.tool.arguments:
        if rule.is_grounded and name in judged.call.arguments:
            yield from _leaves(join("", name), judged.call.arguments[name])


def _leaves(pointer: str, value: Json) -> Iterator[tuple[str, Json]]:
    """Every text and number in a value; `true`, `false` and null are not words of anybody."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield from _leaves(join(pointer, name), each)
    elif isinstance(value, list):
        for index, each in enumerate(value):
            yield from _leaves(join(pointer, index), each)
    elif isinstance(value, str | int | float) and not isinstance(value, bool):
        yield pointer, value


def _stands_in(value: str, text: str) -> bool:
    """True when `value` stands in `text` as a word of its own, not as a part of a longer one."""
    value = unicodedata.normalize("NFC", value)
    start = text.find(value) if value else -1
    while start != -1:
        end = start + len(value)
        before, after = text[max(0, start - 1) : start], text[end : end + 1]
        goes_on = (
            before.isalnum() and value[0].isalnum(),
            after.isalnum() and value[-1].isalnum(),
        )
        if not any(goes_on):
            return True
        start = text.find(value, start + 1)
    return False
