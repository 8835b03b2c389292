"""A quantile of measured values, such as a median latency."""

from __future__ import annotations

import math
from array import array

from toolspec.results import Measure


class Quantile:
    """Keeps the values (8 bytes each) and gives the one at `level`, by the nearest-rank method."""

    def __init__(self, level: float) -> None:
        self._level = level
        self._values = array("d")

    def add(self, observation: float) -> None:
        """Keep one value."""
        self._values.append(observation)

    def measure(self) -> Measure:
        """The value at the level; null when there is none."""
        if not self._values:
            return Measure(value=None, numerator=None, denominator=0)
        rank = max(1, math.ceil(self._level * len(self._values)))
        value = sorted(self._values)[rank - 1]
        return Measure(value=value, numerator=value, denominator=len(self._values))
