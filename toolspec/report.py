"""Everything a report shows of one run: made once, rendered by many formats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from toolspec.results import GateDecision, Measure, Scored
from toolspec.spec import Spec, ToolMode, Until
from toolspec.trace import BASE_VARIANT


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseTally:
    """How the attempts of one case at one target came out.

    `first_failure` is the first attempt, in plan order, with findings; without one, the first that
    did not complete. `deferred` counts expected calls left to later turns; `until` is how far the
    case is run; `allowances` names, with the argument, each looser rule that let a value through.
    """

    case_id: str
    title: str | None
    target: str
    variant: str
    passed: int
    failed: int
    unchecked: int
    check_errors: int
    infra_errors: int
    not_run: int
    not_comparable: int
    deferred: int
    first_failure: Scored | None
    allowances: tuple[str, ...] = ()
    until: Until = "decision"

    @property
    def label(self) -> str:
        """The target, with the variant where it is not the base series."""
        return _label(self.target, self.variant)

    @property
    def judged(self) -> int:
        """Attempts with a verdict."""
        return self.passed + self.failed


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One kind of infrastructure error or reason not to run, its count and its first message."""

    target: str
    kind: str
    count: int
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """The metrics of one target and variant: over all its attempts, and per tag.

    `tool_mode` is `json_text` where calls were read from texts; it is never mixed with `native`.
    """

    target: str
    variant: str
    provider: str
    model: str
    tool_mode: ToolMode = "native"
    is_simulated: bool = False
    models_returned: tuple[str, ...]
    planned: int
    completed: int
    infra_errors: int
    not_run: int
    not_comparable: int
    metrics: Mapping[str, Measure]
    tags: Mapping[str, Mapping[str, Measure]]

    @property
    def label(self) -> str:
        """The target, with the variant where it is not the base series."""
        return _label(self.target, self.variant)

    @property
    def losses(self) -> tuple[str, ...]:
        """The planned attempts that did not complete, in words: `3 not run`."""
        counted = (
            (self.infra_errors, "infrastructure error" + "s" * (self.infra_errors != 1)),
            (self.not_run, "not run"),
            (self.not_comparable, "not comparable"),
        )
        return tuple(f"{count} {words}" for count, words in counted if count)


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """One run. `failures` are the attempts that did not pass or did not complete, in plan order."""

    spec: Spec
    run_id: str
    series: tuple[Series, ...]
    cases: tuple[CaseTally, ...]
    failures: tuple[Scored, ...]
    faults: tuple[Fault, ...]
    decision: GateDecision
    is_interrupted: bool
    unplanned: int

    def failure_classes(self, series: Series) -> Mapping[str, int]:
        """How many attempts of a series failed by the class of their first finding, most first."""
        verdicts = (
            each.verdict
            for each in self.failures
            if (each.target, each.variant) == (series.target, series.variant)
        )
        named = Counter(each.classification for each in verdicts if each is not None)
        known = {name: count for name, count in named.items() if name is not None}
        return dict(sorted(known.items(), key=lambda each: (-each[1], each[0])))


def _label(target: str, variant: str) -> str:
    return target if variant == BASE_VARIANT else f"{target}, {variant}"
