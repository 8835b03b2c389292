"""Share of the cases with two or more completed repeats whose repeats all decided the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import blake2b

from toolspec.metrics._share import Share
from toolspec.results import Measure, Scored

IS_SHARE = True


@dataclass
class _Repeats:
    """How often each signature of a case was seen."""

    cases: dict[str, dict[str, int]] = field(default_factory=dict)

    def add(self, observation: tuple[str, str]) -> None:
        """Count one repeat of a case."""
        case, signature = observation
        counts = self.cases.setdefault(case, {})
        counts[signature] = counts.get(signature, 0) + 1

    def measure(self) -> Measure:
        """The share of repeated cases with one signature."""
        share = Share()
        for counts in self.cases.values():
            if sum(counts.values()) > 1:
                share.add(len(counts) == 1)
        return share.measure()


def start() -> _Repeats:
    """A fresh accumulator."""
    return _Repeats()


def observe(scored: Scored) -> Iterator[tuple[str, str]]:
    """The decision of a completed repeat."""
    if scored.verdict is not None and scored.verdict.signature:
        # A digest is enough to tell decisions apart, and it is small.
        yield (
            f"{scored.target}\n{scored.variant}\n{scored.case_id}",
            _digest(scored.verdict.signature),
        )


def _digest(signature: str) -> str:
    return blake2b(signature.encode(), digest_size=8).hexdigest()
