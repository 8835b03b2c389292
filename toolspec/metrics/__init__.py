"""Metrics: one file each, named as in the YAML. A metric has no opinion, only a count.

A metric is a module of this package, and adding one is adding one file. It has `IS_SHARE` (whether
its value lies between 0 and 1), `start() -> Accumulator`, and `observe(scored) -> Iterable` of what
the accumulator adds up. Its docstring is its entry in `toolspec explain`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Protocol, TypeAlias, cast

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
    def IS_SHARE(self) -> bool:
        """Whether the value is a share with a Wilson interval."""

    def start(self) -> Accumulator:
        """A fresh accumulator."""

    def observe(self, scored: Scored) -> Iterable[Json]:
        """What one planned attempt contributes; nothing when it is not counted."""


Observations: TypeAlias = tuple[tuple[str, tuple[Json, ...]], ...]


@cache
def metrics() -> dict[str, Metric]:
    """All metrics by name."""
    return {name: cast("Metric", METRICS.load(name)) for name in METRICS.names}


def observe(scored: Scored) -> Observations:
    """What one planned attempt contributes to each metric that counts it."""
    found = ((name, tuple(metric.observe(scored))) for name, metric in metrics().items())
    return tuple(each for each in found if each[1])


class MetricTable:
    """All metrics over the attempts of one group."""

    def __init__(self) -> None:
        self._accumulators = {name: metric.start() for name, metric in metrics().items()}

    def add(self, observations: Observations) -> None:
        """Count one planned attempt, by what `observe` found in it."""
        for name, values in observations:
            accumulator = self._accumulators[name]
            for each in values:
                accumulator.add(each)

    def measures(self) -> dict[str, Measure]:
        """Every metric's value, sorted by name."""
        return {name: each.measure() for name, each in sorted(self._accumulators.items())}
