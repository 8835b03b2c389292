"""Journal records + spec → `Report`. `toolspec run` and `toolspec score` both use exactly this.

Records may come in any order; the result is that of plan order. Memory holds one digest a planned
attempt, the counts, and the attempts that went wrong.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from toolspec.compiler.expand import attempts
from toolspec.gate import decide
from toolspec.judge import Judge
from toolspec.metrics import MetricTable
from toolspec.plan import Plan
from toolspec.report import CaseTally, Fault, Report, Series
from toolspec.results import Scored, Verdict
from toolspec.spec import Case
from toolspec.trace import Trace

_Slot = tuple[str, str, str, int]


@dataclass(slots=True)
class _SeriesState:
    """What one target has added up so far."""

    provider: str
    model: str
    models_returned: set[str] = field(default_factory=set)
    counts: dict[str, int] = field(default_factory=dict)
    table: MetricTable = field(default_factory=MetricTable)
    tags: dict[str, MetricTable] = field(default_factory=dict)


class Scorer:
    """Grades records one by one as they come and adds them up."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._judge = Judge(plan.spec)
        self._cases = {each.id: each for each in plan.cases}
        self._planned: dict[_Slot, tuple[int, str]] = {}
        for index, attempt in enumerate(attempts(plan)):
            slot = (attempt.target.name, attempt.variant, attempt.case.id, attempt.repetition)
            self._planned[slot] = (index, attempt.id)
        self._series = {
            (each.name, "base"): _SeriesState(provider=each.adapter, model=each.model) for each in plan.targets
        }
        self._tallies: dict[tuple[str, str], dict[str, int]] = {}
        self._failures: list[tuple[int, Scored]] = []
        self._faults: dict[tuple[str, str], tuple[int, int, str]] = {}
        self._unplanned = 0

    def add(self, trace: Trace) -> Verdict | None:
        """Score one record; gives its verdict. A record that the plan does not know is only counted."""
        slot = (trace.target, trace.variant, trace.case_id, trace.attempt)
        planned = self._planned.pop(slot, None)
        if planned is None:
            self._unplanned += 1
            return None
        index, attempt_id = planned
        case = self._cases[trace.case_id]
        scored = _scored(trace, case, self._verdict(trace, case, attempt_id))
        state = self._series[trace.target, trace.variant]
        if trace.model_returned:
            state.models_returned.add(trace.model_returned)
        self._count(index, scored)
        return scored.verdict

    def finish(self, run_id: str, *, is_interrupted: bool = False) -> Report:
        """Count what was planned and has no record as not run, and decide."""
        targets = {each.name: each for each in self._plan.targets}
        for (name, variant, case_id, repetition), (index, _) in self._planned.items():
            target, case = targets[name], self._cases[case_id]
            self._count(
                index,
                Scored(
                    case_id=case_id,
                    tags=case.tags,
                    target=name,
                    provider=target.adapter,
                    model=target.model,
                    variant=variant,
                    attempt=repetition,
                    status="not_run",
                    verdict=None,
                    error="not_run",
                    error_message="no recording of this attempt",
                ),
            )
        self._planned = {}
        series = tuple(self._series_of(key, state) for key, state in self._series.items())
        tallies = self._case_tallies()
        failures = tuple(each for _, each in sorted(self._failures, key=lambda pair: pair[0]))
        return Report(
            spec=self._plan.spec,
            run_id=run_id,
            series=series,
            cases=tallies,
            failures=failures,
            faults=self._fault_list(),
            decision=decide(self._plan.spec.gate, series, tallies, failures, is_interrupted=is_interrupted),
            is_interrupted=is_interrupted,
            unplanned=self._unplanned,
        )

    def _verdict(self, trace: Trace, case: Case, attempt_id: str) -> Verdict | None:
        if trace.status != "completed" or trace.decision is None:
            return None
        if trace.attempt_id != attempt_id:
            return Verdict(case_id=case.id, outcome="not_comparable")
        return self._judge.judge(case, trace.decision)

    def _count(self, index: int, scored: Scored) -> None:
        state = self._series[scored.target, scored.variant]
        is_comparable = scored.verdict is None or scored.verdict.outcome != "not_comparable"
        counted = scored if is_comparable else replace(scored, verdict=None)
        if is_comparable or scored.status != "completed":
            state.table.add(counted)
        else:
            state.table.add(replace(counted, status="not_run"))
        for tag in scored.tags:
            state.tags.setdefault(tag, MetricTable()).add(
                counted if is_comparable else replace(counted, status="not_run")
            )
        kind = _kind(scored)
        state.counts[kind] = state.counts.get(kind, 0) + 1
        tally = self._tallies.setdefault((scored.target, scored.case_id), {})
        tally[kind] = tally.get(kind, 0) + 1
        if scored.verdict is not None:
            tally["deferred"] = tally.get("deferred", 0) + scored.verdict.deferred
        if kind not in ("passed", "unchecked"):
            self._failures.append((index, scored))
        if scored.error is not None and scored.status == "infra_error":
            self._count_fault(index, scored)

    def _count_fault(self, index: int, scored: Scored) -> None:
        key = (scored.target, scored.error or "")
        count, first, message = self._faults.get(key, (0, index, scored.error_message or ""))
        if index < first:
            first, message = index, scored.error_message or ""
        self._faults[key] = (count + 1, first, message)

    def _fault_list(self) -> tuple[Fault, ...]:
        return tuple(
            Fault(target=target, kind=kind, count=count, message=message)
            for (target, kind), (count, _, message) in sorted(self._faults.items())
        )

    def _series_of(self, key: tuple[str, str], state: _SeriesState) -> Series:
        counts = state.counts
        judged = sum(counts.get(each, 0) for each in ("passed", "failed", "unchecked", "check_errors"))
        return Series(
            target=key[0],
            variant=key[1],
            provider=state.provider,
            model=state.model,
            models_returned=tuple(sorted(state.models_returned)),
            planned=sum(counts.values()),
            completed=judged,
            infra_errors=counts.get("infra_errors", 0),
            not_run=counts.get("not_run", 0),
            not_comparable=counts.get("not_comparable", 0),
            metrics=state.table.measures(),
            tags={tag: table.measures() for tag, table in sorted(state.tags.items())},
        )

    def _case_tallies(self) -> tuple[CaseTally, ...]:
        first: dict[tuple[str, str], Scored] = {}
        for _, each in sorted(self._failures, key=lambda pair: pair[0]):
            first.setdefault((each.target, each.case_id), each)
        kinds = ("passed", "failed", "unchecked", "check_errors", "infra_errors", "not_run", "not_comparable", "deferred")
        return tuple(
            CaseTally(
                case_id=case.id,
                title=case.title,
                target=target.name,
                first_failure=first.get((target.name, case.id)),
                **{kind: self._tallies.get((target.name, case.id), {}).get(kind, 0) for kind in kinds},
            )
            for target in self._plan.targets
            for case in self._plan.cases
        )


def score(plan: Plan, traces: Iterable[Trace], run_id: str, *, is_interrupted: bool = False) -> Report:
    """Score a whole journal."""
    scorer = Scorer(plan)
    for each in traces:
        scorer.add(each)
    return scorer.finish(run_id, is_interrupted=is_interrupted)


def _kind(scored: Scored) -> str:
    if scored.status == "infra_error":
        return "infra_errors"
    if scored.status == "not_run" or scored.verdict is None:
        return "not_run"
    return {"pass": "passed", "fail": "failed", "check_error": "check_errors"}.get(
        scored.verdict.outcome, scored.verdict.outcome
    )


def _scored(trace: Trace, case: Case, verdict: Verdict | None) -> Scored:
    error = trace.transport_error
    return Scored(
        case_id=trace.case_id,
        tags=case.tags,
        target=trace.target,
        provider=trace.provider,
        model=trace.model,
        variant=trace.variant,
        attempt=trace.attempt,
        status=trace.status,
        verdict=verdict,
        elapsed_ms=trace.elapsed_ms,
        error=None if error is None else error.kind,
        error_message=None if error is None else error.message,
        transport_retries=trace.transport_retries,
    )
