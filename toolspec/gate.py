"""Rules + measures → one `GateDecision`: verdict line, files and exit code all come from it.

A rule that is broken fails the gate whatever else is true; a rule that cannot be judged makes it
inconclusive; only when every rule holds does it pass. What was not counted is unknown, never zero.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist

from toolspec.findings import FINDINGS
from toolspec.intervals import wilson
from toolspec.report import CaseTally, Series
from toolspec.results import GateDecision, Measure, Reason, RuleOutcome, Scored
from toolspec.spec import GateRules, Threshold

_NAMED_CASES = 5
_SPEEDS = frozenset({"latency_median_ms", "latency_p95_ms"})


def decide(
    rules: GateRules,
    series: Sequence[Series],
    cases: Sequence[CaseTally],
    failures: Sequence[Scored],
    *,
    is_interrupted: bool = False,
) -> GateDecision:
    """Judge every rule for every target. An interrupted run is not judged."""
    if is_interrupted:
        return GateDecision(outcome="interrupted", reasons=())
    reasons: list[Reason] = []
    for each in series:
        mine = [tally for tally in cases if _is_of(tally, each)]
        lost = [scored for scored in failures if _is_of(scored, each)]
        reasons.append(_critical(rules, each, lost))
        reasons += [_threshold(rule, each) for rule in rules.thresholds]
        if rules.min_case_pass_rate is not None:
            reasons.append(_per_case(rules.min_case_pass_rate, each, mine))
        reasons.append(_coverage(rules.min_coverage, each))
        reasons += _check_errors(each, mine)
    outcomes = {each.outcome for each in reasons}
    if "fail" in outcomes:
        return GateDecision(outcome="failed", reasons=tuple(reasons))
    if "inconclusive" in outcomes:
        return GateDecision(outcome="inconclusive", reasons=tuple(reasons))
    return GateDecision(outcome="passed", reasons=tuple(reasons))


def _is_of(counted: CaseTally | Scored, series: Series) -> bool:
    return (counted.target, counted.variant) == (series.target, series.variant)


def is_critical(rules: GateRules, code: str) -> bool:
    """Whether one finding of this code fails the gate by itself."""
    if rules.critical is not None:
        return code in rules.critical
    return code in FINDINGS and FINDINGS[code].severity == "critical"


def _critical(rules: GateRules, series: Series, failures: Sequence[Scored]) -> Reason:
    found: dict[str, None] = {}
    codes: dict[str, int] = {}
    for each in failures:
        for one in each.verdict.findings if each.verdict is not None else ():
            if is_critical(rules, one.code):
                found.setdefault(each.case_id)
                codes[one.code] = codes.get(one.code, 0) + 1
    got = ", ".join(f"{count} × {code}" for code, count in sorted(codes.items())) or "none"
    judged = series.completed
    return Reason(
        rule="critical",
        outcome="fail" if found else "pass" if judged else "inconclusive",
        target=series.label,
        needed="no critical finding",
        got=f"{got} in {judged} completed attempts",
        cases=tuple(found),
    )


def _threshold(rule: Threshold, series: Series) -> Reason:
    metrics = series.metrics if rule.tag is None else series.tags.get(rule.tag, {})
    measure = metrics.get(rule.metric, Measure(value=None, numerator=None, denominator=0))
    outcome: RuleOutcome = "inconclusive"
    got = "no value, nothing was counted"
    if measure.value is None and series.is_simulated and rule.metric in _SPEEDS:
        outcome, got = "pass", "not measured: the speed of the built-in model means nothing"
    if measure.value is not None:
        low, high = _interval(rule, measure, measure.value)
        above = rule.min is None or low >= rule.min
        outcome = "pass" if above and (rule.max is None or high <= rule.max) else "fail"
        got = _shown(measure)
        if rule.confidence is not None:
            got += f", interval {low:.4f} to {high:.4f}"
    return Reason(
        rule=rule.name, outcome=outcome, target=series.label, needed=_needed(rule), got=got
    )


def _needed(rule: Threshold) -> str:
    bounds = [f"at least {rule.min:g}"] if rule.min is not None else []
    bounds += [f"at most {rule.max:g}"] if rule.max is not None else []
    needed = " and ".join(bounds)
    if rule.confidence is not None:
        needed += f" at {rule.confidence * 100:g} % confidence"
    return needed


def _interval(rule: Threshold, measure: Measure, value: float) -> tuple[float, float]:
    """The ends that the bounds are held against: of the value itself, or of its interval.

    The interval is two-sided: at 0.95, one value in forty lies below its lower end by chance.
    """
    if rule.confidence is None or measure.numerator is None:
        return value, value
    z = NormalDist().inv_cdf(0.5 + rule.confidence / 2)
    return wilson(measure.numerator, measure.denominator, z)


def _per_case(needed: float, series: Series, tallies: Sequence[CaseTally]) -> Reason:
    """Judge the cases that have a verdict; attempts that were lost are the coverage rule's."""
    checked = [each for each in tallies if each.judged]
    low = [each for each in checked if each.passed / each.judged < needed]
    got = f"{len(low)} of {len(checked)} cases below"
    if low:
        named = [f"{each.case_id} {each.passed} of {each.judged}" for each in low[:_NAMED_CASES]]
        more = f", and {len(low) - _NAMED_CASES} more" if len(low) > _NAMED_CASES else ""
        got += f": {', '.join(named)}{more}"
    return Reason(
        rule="cases.min_pass_rate",
        outcome="fail" if low else "pass" if checked else "inconclusive",
        target=series.label,
        needed=f"each case at least {needed:g}",
        got=got,
        cases=tuple(each.case_id for each in low),
    )


def _coverage(needed: float, series: Series) -> Reason:
    """Too few completed attempts say nothing about the model, so the gate is inconclusive."""
    measure = series.metrics["coverage"]
    holds = measure.value is not None and measure.value >= needed
    lost = series.losses
    return Reason(
        rule="coverage",
        outcome="pass" if holds else "inconclusive",
        target=series.label,
        needed=f"at least {needed:g} of the planned attempts completed",
        got=_shown(measure) + (f": {', '.join(lost)}" if lost else ""),
    )


def _check_errors(series: Series, tallies: Sequence[CaseTally]) -> list[Reason]:
    broken = [each for each in tallies if each.check_errors]
    if not broken:
        return []
    count = sum(each.check_errors for each in broken)
    return [
        Reason(
            rule="checks",
            outcome="inconclusive",
            target=series.label,
            needed="every check can be evaluated",
            got=f"{count} of {series.completed} completed attempts could not be checked",
            cases=tuple(each.case_id for each in broken),
        )
    ]


def _shown(measure: Measure) -> str:
    if measure.value is None:
        return "no value, nothing was counted"
    if measure.low is None:
        return f"{measure.value:.4g} (n={measure.denominator})"
    return f"{measure.value:.4f} ({measure.numerator:g}/{measure.denominator})"
