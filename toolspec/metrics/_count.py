"""A count of events over all attempts that could have had one."""

from __future__ import annotations

from toolspec.results import Measure


class Count:
    """Adds up numbers; the denominator is how many attempts were looked at."""

    def __init__(self) -> None:
        self._total = 0
        self._looked_at = 0

    def add(self, observation: int) -> None:
        """Count one attempt."""
        self._total += observation
        self._looked_at += 1

    def measure(self) -> Measure:
        """The count; null when nothing was looked at."""
        value = float(self._total) if self._looked_at else None
        numerator = self._total if self._looked_at else None
        return Measure(value=value, numerator=numerator, denominator=self._looked_at)


class Mean:
    """Averages numbers over the attempts."""

    def __init__(self) -> None:
        self._total = 0
        self._counted = 0

    def add(self, observation: int) -> None:
        """Count one attempt."""
        self._total += observation
        self._counted += 1

    def measure(self) -> Measure:
        """The mean; null when nothing was counted."""
        value = self._total / self._counted if self._counted else None
        return Measure(value=value, numerator=value, denominator=self._counted)
