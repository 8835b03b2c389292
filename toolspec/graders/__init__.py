"""Grading in layers: each layer is one file, and looks at one decision of the model.

Only the first decision of a case is observed. A grader is a module of this package with
`grade(subject) -> Iterable[Finding]` and `applies(subject) -> bool`, pure and not knowing the
others. They run in the order of `LAYERS`; the first layer with a finding is the one that failed.
Everything that a case expects gates: there is no check that is computed and does not count.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Protocol

from toolspec.graders import decision, grounding, parse, policy, reply, schema, tool, value
from toolspec.graders._subject import JudgedCall, Subject
from toolspec.results import Finding, Layer

__all__ = ["GRADERS", "Grader", "JudgedCall", "Subject", "grade"]


class Grader(Protocol):
    """One layer."""

    def applies(self, subject: Subject) -> bool:
        """Whether the layer has anything to judge here."""

    def grade(self, subject: Subject) -> Iterable[Finding]:
        """The findings of this layer."""


# `effects` is judged on the end state of a run; nothing is executed before the first decision.
GRADERS: Final[tuple[tuple[Layer, Grader], ...]] = (
    ("decision", decision),
    ("tool", tool),
    ("parse", parse),
    ("schema", schema),
    ("value", value),
    ("grounding", grounding),
    ("policy", policy),
    ("reply", reply),
)


def grade(subject: Subject) -> tuple[tuple[Finding, ...], tuple[tuple[Layer, bool], ...]]:
    """Run every layer that applies; give all findings and, per judged layer, whether it held."""
    findings: list[Finding] = []
    layers: list[tuple[Layer, bool]] = []
    for layer, grader in GRADERS:
        if grader.applies(subject):
            found = tuple(grader.grade(subject))
            findings += found
            layers.append((layer, not found))
    return tuple(findings), tuple(layers)
