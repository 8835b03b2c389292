"""Journal records + spec → `Report`. `toolspec run` and `toolspec score` both use exactly this.

Records may come in any order; the result is that of plan order. A planned attempt without a record
is not run. A record whose attempt id is another than the plan's was made with another prompt,
catalogue or setting: it is not comparable, while changed expectations keep the id and are judged
anew. Of several records of one attempt the first counts; the others, and records that the plan
does not know, are only counted. Memory holds one digest a planned attempt, the counts, and the
attempts that went wrong.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from toolspec.case_tallies import case_tallies
from toolspec.compiler.expand import attempts
from toolspec.gate import decide
from toolspec.judge import Judge
from toolspec.metrics import MetricTable, observe
from toolspec.plan import Plan
from toolspec.report import Fault, Report, Series
from toolspec.results import Scored, Verdict
from toolspec.spec import Case, ToolMode
from toolspec.story import read_story
from toolspec.trace import Trace

_Slot = tuple[str, str, str, int]

# The error of a planned attempt of which there is no record.
_NO_RECORDING = "not_run"


@dataclass(slots=True)
class _SeriesState:
    """What one target has added up so far."""

    provider: str
    model: str
    tool_mode: ToolMode
    is_simulated: bool
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
            (each.name, variant): _SeriesState(
                provider=each.adapter,
                model=each.model,
                tool_mode=each.tool_mode,
                is_simulated=each.is_simulated,
            )
            for each in plan.targets
            for variant in plan.variants
        }
        self._tallies: dict[tuple[str, str, str], dict[str, int]] = {}
        self._allowances: dict[tuple[str, str, str], set[str]] = {}
        self._failures: list[tuple[int, Scored]] = []
        self._faults: dict[tuple[str, str], tuple[int, int, str]] = {}
        self._unplanned = 0

    def add(self, trace: Trace) -> Verdict | None:
        """Score one record; gives its verdict, null when there is none or the plan has no place."""
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
        self._count_unrecorded()
        spec = self._plan.spec
        series = tuple(self._series_of(key, state) for key, state in self._series.items())
        self._failures.sort(key=lambda pair: pair[0])
        failures = tuple(each for _, each in self._failures)
        tallies = case_tallies(self._plan, self._tallies, failures, self._allowances)
        return Report(
            spec=spec,
            run_id=run_id,
            series=series,
            cases=tallies,
            failures=failures,
            faults=self._fault_list(),
            decision=decide(spec.gate, series, tallies, failures, is_interrupted=is_interrupted),
            is_interrupted=is_interrupted,
            unplanned=self._unplanned,
        )

    def _count_unrecorded(self) -> None:
        targets = {each.name: each for each in self._plan.targets}
        for (name, variant, case_id, repetition), (index, _) in self._planned.items():
            scored = Scored(
                case_id=case_id,
                tags=self._cases[case_id].tags,
                target=name,
                provider=targets[name].adapter,
                model=targets[name].model,
                variant=variant,
                attempt=repetition,
                status="not_run",
                verdict=None,
                error=_NO_RECORDING,
                error_message="no recording of this attempt",
            )
            self._count(index, scored)
        self._planned = {}

    def _verdict(self, trace: Trace, case: Case, attempt_id: str) -> Verdict | None:
        if trace.status != "completed" or trace.decision is None:
            return None
        if trace.attempt_id != attempt_id:
            return Verdict(case_id=case.id, outcome="not_comparable")
        if case.until == "done":
            return self._judge.judge_run(case, read_story(trace.events))
        return self._judge.judge(case, trace.decision)

    def _count(self, index: int, scored: Scored) -> None:
        state = self._series[scored.target, scored.variant]
        kind = _kind(scored)
        # What is not comparable was not measured under this plan, so no metric counts it.
        is_measured = kind != "not_comparable"
        seen = observe(scored if is_measured else replace(scored, verdict=None, status="not_run"))
        state.table.add(seen)
        for tag in scored.tags:
            if tag not in state.tags:
                state.tags[tag] = MetricTable()
            state.tags[tag].add(seen)
        state.counts[kind] = state.counts.get(kind, 0) + 1
        tally = self._tallies.setdefault((scored.target, scored.variant, scored.case_id), {})
        tally[kind] = tally.get(kind, 0) + 1
        if scored.verdict is not None:
            tally["deferred"] = tally.get("deferred", 0) + scored.verdict.deferred
            if scored.verdict.allowances:
                key = (scored.target, scored.variant, scored.case_id)
                self._allowances.setdefault(key, set()).update(scored.verdict.allowances)
        if kind not in ("passed", "unchecked"):
            self._failures.append((index, scored))
        if kind in ("infra_errors", "not_run") and scored.error != _NO_RECORDING:
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
        judged = sum(
            counts.get(each, 0) for each in ("passed", "failed", "unchecked", "check_errors")
        )
        return Series(
            target=key[0],
            variant=key[1],
            provider=state.provider,
            model=state.model,
            tool_mode=state.tool_mode,
            is_simulated=state.is_simulated,
            models_returned=tuple(sorted(state.models_returned)),
            planned=sum(counts.values()),
            completed=judged,
            infra_errors=counts.get("infra_errors", 0),
            not_run=counts.get("not_run", 0),
            not_comparable=counts.get("not_comparable", 0),
            metrics=state.table.measures(),
            tags={tag: table.measures() for tag, table in sorted(state.tags.items())},
        )


def score(
    plan: Plan, traces: Iterable[Trace], run_id: str, *, is_interrupted: bool = False
) -> Report:
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
        tags=(*case.tags, *_error_tags(verdict)),
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


def _error_tags(verdict: Verdict | None) -> tuple[str, ...]:
    """Runs that met an error of a tool are also counted under its code."""
    if verdict is None or verdict.run is None:
        return ()
    return tuple(f"error={each}" for each in verdict.run.errors)
