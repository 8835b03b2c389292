"""A share: how many of those counted, with its Wilson score interval."""

from __future__ import annotations

from toolspec.intervals import wilson
from toolspec.results import Measure


class Share:
    """Counts true among all observations."""

    def __init__(self) -> None:
        self._hits = 0
        self._counted = 0

    def add(self, observation: bool) -> None:
        """Count one observation."""
        self._hits += observation
        self._counted += 1

    def measure(self) -> Measure:
        """The share; null when nothing was counted."""
        if self._counted == 0:
            return Measure(value=None, numerator=0, denominator=0)
        low, high = wilson(self._hits, self._counted)
        return Measure(
            value=self._hits / self._counted,
            numerator=self._hits,
            denominator=self._counted,
            low=low,
            high=high,
        )
