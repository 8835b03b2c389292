"""Metrics: one file each, named as in the YAML. A metric has no opinion, only a count.

A metric is a module with `IS_SHARE` (whether its value lies between 0 and 1), `start() ->
Accumulator`, and `observe(scored) -> Iterable` of what the accumulator adds up. Its docstring is its
entry in `toolspec explain`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Protocol

from toolspec.catalog import Catalog
from toolspec.jsontypes import Json
from toolspec.results import Measure, Scored

METRICS = Catalog("metric", __name__)


class Accumulator(Protocol):
    """Adds up observations in bounded memory where it can, in any order."""

    def add(self, observation: Json) -> None:
        """Count one observation."""

    def measure(self) -> Measure:
        """The value so far."""


class Metric(Protocol):
    """One metric."""

    @property
    def IS_SHARE(self) -> bool:  # noqa: N802 - a module constant
        """Whether the value is a share with a Wilson interval."""

    def start(self) -> Accumulator:
        """A fresh accumulator."""

    def observe(self, scored: Scored) -> Iterable[Json]:
        """What one planned attempt contributes; nothing when it is not counted."""


@cache
def metrics() -> dict[str, Metric]:
    """All metrics by name."""
    return {name: METRICS.load(name) for name in METRICS.names}  # type: ignore[misc]


class MetricTable:
    """All metrics over the attempts of one group."""

    def __init__(self) -> None:
        self._accumulators = {name: metric.start() for name, metric in metrics().items()}

    def add(self, scored: Scored) -> None:
        """Count one planned attempt."""
        for name, metric in metrics().items():
            for observation in metric.observe(scored):
                self._accumulators[name].add(observation)

    def measures(self) -> dict[str, Measure]:
        """Every metric's value, sorted by name."""
        return {name: each.measure() for name, each in sorted(self._accumulators.items())}
