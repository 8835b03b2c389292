"""Policy: rules that every call is held against before anything runs, one file each.

A rule is a module with `DENIES` (whether a breach keeps the call from running) and
`check(view) -> Iterable[Violation]`. What the service itself cannot know, such as a new key for an
old intent, is noted and let through: its effect must show in the ledger.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final, Protocol, cast

from toolspec.catalog import Catalog
from toolspec.story import Violation
from toolspec.world.view import CallView

POLICY: Final = Catalog("policy", __name__)


class Rule(Protocol):
    """One rule of policy."""

    @property
    def DENIES(self) -> bool:
        """Whether a breach keeps the call from running."""

    def check(self, view: CallView) -> Iterable[Violation]:
        """The breaches of one call."""


def judge_call(view: CallView) -> tuple[tuple[Violation, ...], bool]:
    """Every breach of every rule, those that deny first, and whether the call may run."""
    denying: list[Violation] = []
    noted: list[Violation] = []
    for rule in _rules():
        (denying if rule.DENIES else noted).extend(rule.check(view))
    return (*denying, *noted), not denying


@cache
def _rules() -> tuple[Rule, ...]:
    return tuple(cast("Rule", POLICY.load(name)) for name in POLICY.names)
