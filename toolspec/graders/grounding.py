"""Layer 6: is every value that must be given verbatim one that the model was shown?"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from toolspec.findings import finding
from toolspec.graders import JudgedCall, Subject
from toolspec.jsontypes import Json
from toolspec.results import Finding


def applies(subject: Subject) -> bool:
    """Judged where a call gives an argument that has `grounded: verbatim`."""
    return any(True for each in subject.calls for _ in _grounded(each))


def grade(subject: Subject) -> Iterator[Finding]:
    """Name each value that stands nowhere in what the model was shown."""
    seen = [unicodedata.normalize("NFC", each) for each in subject.seen]
    for judged in subject.calls:
        for name, value in _grounded(judged):
            if not any(_stands_in(str(value), text) for text in seen):
                yield finding(
                    "invented_argument",
                    f"the value of `{name}` was never shown to the model",
                    expected="a value from the conversation",
                    got=value,
                    call=judged.index,
                    pointer=f"/{name}",
                    rule=f"{judged.call.name}: grounded verbatim",
                )


def _grounded(judged: JudgedCall) -> Iterator[tuple[str, Json]]:
    if judged.tool is None or judged.call.arguments is None:
        return
    for name, rule in judged.tool.arguments:
        value = judged.call.arguments.get(name)
        if rule.is_grounded and isinstance(value, str | int | float) and not isinstance(value, bool):
            yield name, value


def _stands_in(value: str, text: str) -> bool:
    """True when `value` stands in `text` as a word of its own, not as a part of a longer one."""
    value = unicodedata.normalize("NFC", value)
    start = text.find(value) if value else -1
    while start != -1:
        end = start + len(value)
        before, after = text[:start][-1:], text[end:][:1]
        is_open = before.isalnum() and value[0].isalnum(), after.isalnum() and value[-1].isalnum()
        if not any(is_open):
            return True
        start = text.find(value, start + 1)
    return False
