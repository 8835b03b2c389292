"""Rules + measures → one `GateDecision`, from which the verdict line, the files and the exit code come.

A rule that is broken fails the gate whatever else is true; a rule that cannot be judged makes it
inconclusive; only when every rule holds does it pass.
"""

from __future__ import annotations

from collections.abc import Sequence

from toolspec.findings import FINDINGS
from toolspec.intervals import wilson
from toolspec.report import CaseTally, Series
from toolspec.results import GateDecision, Measure, Reason, Scored
from toolspec.spec import GateRules, Threshold


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
        mine = [tally for tally in cases if tally.target == each.target]
        reasons.append(_critical(rules, each, [one for one in failures if one.target == each.target]))
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
    outcome = "fail" if found else "pass" if judged else "inconclusive"
    return Reason(
        rule="critical",
        outcome=outcome,
        target=series.target,
        needed="no critical finding",
        got=f"{got} in {judged} attempts",
        cases=tuple(found),
    )


def _threshold(rule: Threshold, series: Series) -> Reason:
    metrics = series.metrics if rule.tag is None else series.tags.get(rule.tag, {})
    measure = metrics.get(rule.metric, Measure(value=None, numerator=None, denominator=0))
    bounds = [f"at least {rule.min:g}"] if rule.min is not None else []
    bounds += [f"at most {rule.max:g}"] if rule.max is not None else []
    needed = " and ".join(bounds)
    if rule.confidence is not None:
        needed += f" at {rule.confidence:.0%} confidence"
    if measure.value is None:
        got = "no value: nothing was counted"
        return Reason(rule=rule.name, outcome="inconclusive", target=series.target, needed=needed, got=got)
    holds = _holds(rule, measure)
    return Reason(
        rule=rule.name,
        outcome="pass" if holds else "fail",
        target=series.target,
        needed=needed,
        got=_shown(measure),
    )


def _holds(rule: Threshold, measure: Measure) -> bool:
    low = high = measure.value or 0.0
    if rule.confidence is not None and measure.numerator is not None:
        from statistics import NormalDist

        z = NormalDist().inv_cdf(0.5 + rule.confidence / 2)
        low, high = wilson(measure.numerator, measure.denominator, z)
    above = rule.min is None or low >= rule.min
    return above and (rule.max is None or high <= rule.max)


def _per_case(needed: float, series: Series, tallies: Sequence[CaseTally]) -> Reason:
    checked = [each for each in tallies if each.judged]
    low = [each for each in checked if each.passed / each.judged < needed]
    outcome = "fail" if low else "pass" if checked else "inconclusive"
    shown = ", ".join(f"{each.case_id} {each.passed} of {each.judged}" for each in low[:5])
    more = f", and {len(low) - 5} more" if len(low) > 5 else ""
    got = f"{len(low)} of {len(checked)} cases below" + (f": {shown}{more}" if low else "")
    return Reason(
        rule="cases.min_pass_rate",
        outcome=outcome,
        target=series.target,
        needed=f"each case at least {needed:g}",
        got=got,
        cases=tuple(each.case_id for each in low),
    )


def _coverage(needed: float, series: Series) -> Reason:
    """Too few completed attempts say nothing about the model, so the gate is inconclusive."""
    measure = series.metrics["coverage"]
    holds = measure.value is not None and measure.value >= needed
    lost = [
        f"{count} {words}"
        for count, words in (
            (series.infra_errors, "infrastructure errors"),
            (series.not_run, "not run"),
            (series.not_comparable, "not comparable"),
        )
        if count
    ]
    got = _shown(measure) + (f" ({', '.join(lost)})" if lost else "")
    return Reason(
        rule="coverage",
        outcome="pass" if holds else "inconclusive",
        target=series.target,
        needed=f"at least {needed:g} of the planned attempts completed",
        got=got,
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
            target=series.target,
            needed="every check can be evaluated",
            got=f"{count} attempts could not be checked",
            cases=tuple(each.case_id for each in broken),
        )
    ]


def _shown(measure: Measure) -> str:
    if measure.value is None:
        return "no value"
    if measure.low is None:
        return f"{measure.value:.4g} (n={measure.denominator})"
    return f"{measure.value:.4f} ({measure.numerator:g}/{measure.denominator})"


