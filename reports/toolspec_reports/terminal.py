"""The result as it is shown on a terminal: metrics, what went wrong, the verdict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from toolspec.report import CaseTally, Report, Series
from toolspec.results import Measure, Reason
from toolspec.wording import shown, visible

_MOST_CASES = 20
_MARKS = {"pass": "ok", "fail": "FAILED", "inconclusive": "unknown"}


def render(report: Report) -> str:
    """The whole text, ending in the verdict line."""
    return "\n".join(_lines(report)) + "\n"


def verdict(report: Report) -> str:
    """The gate's part alone: every rule that did not hold, and the verdict line."""
    return "\n".join(_gate(report)) + "\n"


def _lines(report: Report) -> Iterator[str]:
    for each in report.series:
        yield from _series(each)
    yield from _faults(report)
    yield from _cases(report)
    yield from _gate(report)


def _series(series: Series) -> Iterator[str]:
    models = ", ".join(series.models_returned)
    returned = f", answered as {models}" if models and models != series.model else ""
    yield f"{series.target} ({series.provider}, {visible(series.model)}{visible(returned)})"
    lost = [
        f"{count} {words}"
        for count, words in (
            (series.infra_errors, "infrastructure errors"),
            (series.not_run, "not run"),
            (series.not_comparable, "not comparable"),
        )
        if count
    ]
    yield f"  {series.completed} of {series.planned} attempts completed" + "".join(f", {each}" for each in lost)
    yield from _measures(series.metrics)
    for tag, measures in series.tags.items():
        share = measures["all_correct_rate"]
        yield f"  tag {tag}: all_correct_rate {_value(share)} {_counts(share)}"
    yield ""


def _measures(measures: Mapping[str, Measure]) -> Iterator[str]:
    width = max(len(name) for name in measures)
    for name, each in measures.items():
        line = f"  {name:<{width}}  {_value(each):>8}  {_counts(each):>12}"
        if each.low is not None and each.high is not None:
            line += f"  95% {each.low:.3f}..{each.high:.3f}"
        yield line.rstrip()


def _value(measure: Measure) -> str:
    if measure.value is None:
        return "-"
    return f"{measure.value:.3f}" if measure.low is not None else f"{measure.value:.1f}"


def _counts(measure: Measure) -> str:
    if measure.low is None:
        return f"n={measure.denominator}"
    return f"{measure.numerator:g}/{measure.denominator}"


def _faults(report: Report) -> Iterator[str]:
    for each in report.faults:
        yield f"{each.target}: {each.count} × {each.kind}: {visible(each.message)}"
    if report.faults:
        yield ""


def _cases(report: Report) -> Iterator[str]:
    bad = [each for each in report.cases if each.failed or each.check_errors]
    for each in bad[:_MOST_CASES]:
        yield from _case(each)
    if len(bad) > _MOST_CASES:
        yield f"… and {len(bad) - _MOST_CASES} more cases; all of them are in errors.csv"
    if bad:
        yield ""


def _case(tally: CaseTally) -> Iterator[str]:
    title = f" ({visible(tally.title)})" if tally.title else ""
    yield f"{tally.target} {tally.case_id}{title}: {tally.failed} of {tally.judged} attempts failed"
    first = tally.first_failure
    for one in first.verdict.findings if first is not None and first.verdict is not None else ():
        place = f" at {one.pointer}" if one.pointer else ""
        yield f"  {one.code}{place}: {visible(one.message)}"
        yield f"    expected {shown(one.expected, 160)}"
        yield f"    got      {shown(one.got, 160)}"
        if one.hint:
            yield f"    hint     {visible(one.hint)}"


def _gate(report: Report) -> Iterator[str]:
    decision = report.decision
    for each in decision.reasons:
        if each.outcome != "pass":
            yield _reason(each)
    if report.unplanned:
        yield f"{report.unplanned} records belong to no attempt of this spec"
    rules = " (no gate in the spec: every case must pass)" if report.spec.gate.is_default else ""
    yield f"gate: {decision.outcome}{rules}"


def _reason(reason: Reason) -> str:
    cases = f" [{', '.join(reason.cases[:5])}{', …' if len(reason.cases) > 5 else ''}]" if reason.cases else ""
    return f"{_MARKS[reason.outcome]} {reason.target} {reason.rule}: needed {reason.needed}, got {reason.got}{cases}"
