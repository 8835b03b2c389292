"""The driver: a rule is a conjunction of checks, and `not` turns one conjunction around."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from toolspec.jsontypes import Json
from toolspec.text_checks._catalogue import load
from toolspec.text_checks._records import Folding, TextFailure

FOLDINGS: Final = ("ignore_case", "fold_yo")
NOT: Final = "not"
_SHOWN: Final = 200


def check_reply(rule: Mapping[str, Json], text: str) -> tuple[TextFailure, ...]:
    """List every check of the rule that the reply fails; empty when it passes.

    All checks are evaluated, under `not` too, so one that cannot be evaluated raises its exception
    in both polarities. A rule under `not` takes over the foldings that it does not set itself.
    """
    return _failures(rule, text, Folding())


def _failures(rule: Mapping[str, Json], text: str, outer: Folding) -> tuple[TextFailure, ...]:
    folding = Folding(
        ignore_case=rule.get("ignore_case", outer.ignore_case),
        fold_yo=rule.get("fold_yo", outer.fold_yo),
    )
    judged = (
        _judge(name, option, text, folding) for name, option in rule.items() if name not in FOLDINGS
    )
    return tuple(each for each in judged if each is not None)


def _judge(name: str, option: Json, text: str, folding: Folding) -> TextFailure | None:
    got = text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
    if name == NOT:
        if _failures(option, text, folding):
            return None
        hint = "the reply is what it must not be"
        return TextFailure(rule=NOT, expected=option, items=(option,), got=got, hint=hint)
    miss = load(name).misses(option, text, folding)
    if miss is None:
        return None
    return TextFailure(rule=name, expected=option, items=miss.items, got=got, hint=miss.hint)
