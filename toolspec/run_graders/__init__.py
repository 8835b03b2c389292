"""Grading of whole runs: one file each, beside the layers that judge calls and replies.

A grader is a module of this package with `grade(run) -> Iterable[Finding]`, pure, and not knowing
the others; adding one is adding one file. The layer of a finding is that of its code.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Protocol, cast

from toolspec.catalog import Catalog
from toolspec.results import Finding
from toolspec.run_graders._run import Run

__all__ = ["RUN_GRADERS", "Run", "grade_run"]

RUN_GRADERS = Catalog("run grader", __name__)


class RunGrader(Protocol):
    """One grader of whole runs."""

    def grade(self, run: Run) -> Iterable[Finding]:
        """The findings of this grader."""


def grade_run(run: Run) -> Iterator[Finding]:
    """The findings of every grader."""
    for grader in _graders():
        yield from grader.grade(run)


@cache
def _graders() -> tuple[RunGrader, ...]:
    return tuple(cast("RunGrader", RUN_GRADERS.load(name)) for name in RUN_GRADERS.names)
