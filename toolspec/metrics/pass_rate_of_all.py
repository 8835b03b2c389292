"""Share of all planned attempts that passed, lost ones included; unknown if all were lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from toolspec.metrics._share import Share
from toolspec.results import Measure, Scored

IS_SHARE = True


@dataclass
class _OfAll:
    """The share, and how many of those counted have a verdict."""

    share: Share = field(default_factory=Share)
    judged: int = 0

    def add(self, observation: tuple[bool, bool]) -> None:
        """Count one planned attempt: whether it has a verdict, and whether it passed."""
        has_verdict, passed = observation
        self.judged += has_verdict
        self.share.add(passed)

    def measure(self) -> Measure:
        """The share; null where no attempt has a verdict."""
        measure = self.share.measure()
        if self.judged:
            return measure
        return Measure(value=None, numerator=None, denominator=measure.denominator)


def start() -> _OfAll:
    """A fresh accumulator."""
    return _OfAll()


def observe(scored: Scored) -> Iterator[tuple[bool, bool]]:
    """Whether the attempt has a verdict and passed, over everything planned and checked."""
    verdict = scored.verdict
    if verdict is None or verdict.outcome != "unchecked":
        yield verdict is not None, verdict is not None and verdict.outcome == "pass"
