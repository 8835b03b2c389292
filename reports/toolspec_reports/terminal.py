"""The result as it is shown on a terminal: metrics, what went wrong, the verdict.

The last lines are those a reader of a CI log needs: the cases that failed and why, the rules that
do not hold, and the verdict.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap

from toolspec.jsontypes import Json
from toolspec.report import CaseTally, Report, Series
from toolspec.results import Finding, Measure, Reason
from toolspec.wording import counted, shown, visible

_MOST_CASES = 20
_MOST_NAMES = 5
_SHOWN_LENGTH = 160
_MARKS = {"pass": "ok", "inconclusive": "unknown", "fail": "FAILED"}


def render(report: Report) -> str:
    """The whole text, ending in the verdict line."""
    return "\n".join(_lines(report)) + "\n"


def verdict(report: Report) -> str:
    """The gate's part alone: every rule and how it came out, and the verdict line."""
    return "\n".join(_gate(report)) + "\n"


def _lines(report: Report) -> Iterator[str]:
    for each in report.series:
        mine = [tally for tally in report.cases if tally.label == each.label]
        yield from _series(each, _how_far(mine))
        yield from _failures(report.failure_classes(each))
        yield from _loose_ends(mine)
        yield ""
    yield from _faults(report)
    yield from _cases(report)
    yield from _gate(report)


def _how_far(tallies: list[CaseTally]) -> str:
    """How far cases were run; with the count of each where they differ."""
    counts = Counter(each.until for each in tallies)
    if len(counts) == 1:
        return next(iter(counts))
    return ", ".join(f"{name} in {counts[name]}" for name in sorted(counts)) + " cases"


def _series(series: Series, until: str) -> Iterator[str]:
    models = ", ".join(series.models_returned)
    returned = f", answered as {models}" if models and models != series.model else ""
    mode = "" if series.tool_mode == "native" else f", tools as {series.tool_mode}"
    yield f"{series.label} ({series.provider}, {visible(series.model)}{visible(returned)}{mode})"
    counts = (f"{series.completed} of {series.planned} attempts completed", *series.losses)
    yield f"  {', '.join(counts)} (until: {until})"
    counted_ones = {name: each for name, each in series.metrics.items() if each.denominator}
    yield from _measures(counted_ones)
    idle = [name for name in series.metrics if name not in counted_ones]
    if idle:
        yield from wrap(
            f"nothing to count for {', '.join(idle)}",
            100,
            initial_indent="  ",
            subsequent_indent="    ",
        )
    if series.tags:
        yield "  all_correct_rate by tag"
        yield from _measures(
            {tag: each["all_correct_rate"] for tag, each in series.tags.items()}, indent="    "
        )


def _failures(classes: Mapping[str, int]) -> Iterator[str]:
    """What went wrong, each kind on its own: an empty answer is no missing call."""
    if classes:
        yield f"  failures: {', '.join(f'{count} {name}' for name, count in classes.items())}"


def _loose_ends(mine: Sequence[CaseTally]) -> Iterator[str]:
    """What a reader must know of the passes: values let through, and calls that were not seen."""
    rules = Counter(one.partition(": ")[2] for each in mine for one in each.allowances)
    if rules:
        listed = ", ".join(f"{rule} in {counted(n, 'case')}" for rule, n in sorted(rules.items()))
        yield f"  values let through by a looser rule: {listed}"
    deferred = sum(each.deferred for each in mine)
    if deferred:
        yield f"  {counted(deferred, 'expected call')} left to later turns, which are not run"


def _measures(measures: Mapping[str, Measure], indent: str = "  ") -> Iterator[str]:
    width = max((len(name) for name in measures), default=0)
    for name, each in measures.items():
        line = f"{indent}{name:<{width}}  {_value(each):>8}  {_counts(each):>12}"
        if each.low is not None and each.high is not None:
            line += f"  95% {each.low:.3f}..{each.high:.3f}"
        yield line


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
        yield ""


def _case(tally: CaseTally) -> Iterator[str]:
    title = f" ({visible(tally.title)})" if tally.title else ""
    counts = [f"{tally.failed} of {tally.judged} attempts failed"] if tally.judged else []
    counts += [f"{tally.check_errors} could not be checked"] if tally.check_errors else []
    yield f"{tally.case_id}{title} at {tally.label}: {', '.join(counts)}"
    first = tally.first_failure
    for one in first.verdict.findings if first is not None and first.verdict is not None else ():
        yield from _finding(one)
    yield ""


def _finding(one: Finding) -> Iterator[str]:
    place = f" at {one.pointer}" if one.pointer else ""
    mark = " (critical)" if one.severity == "critical" else ""
    yield f"  {one.code}{mark}{place}: {visible(one.message)}"
    # What a schema asks for and what it got are the two halves of its message already.
    if one.layer != "schema" and (one.expected is not None or one.got is not None):
        yield f"    expected {_side(one.expected, one.rule == 'unexpected')}"
        yield f"    got      {_side(one.got, one.rule == 'missing')}"
    if one.hint:
        yield f"    hint     {visible(one.hint)}"


def _side(value: Json, is_absent: bool) -> str:
    return "nothing" if is_absent else shown(value, _SHOWN_LENGTH)


def _gate(report: Report) -> Iterator[str]:
    decision = report.decision
    # The rules that do not hold stand last, next to the verdict.
    for each in sorted(decision.reasons, key=lambda one: tuple(_MARKS).index(one.outcome)):
        yield _reason(each)
    if report.unplanned:
        plural = "s" if report.unplanned > 1 else ""
        yield f"{report.unplanned} record{plural} without a place in this plan, not counted"
    note = ""
    if decision.outcome == "interrupted":
        note = " (the run was interrupted, so nothing was decided)"
    elif report.spec.gate.is_default:
        note = " (no gate in the spec: every case must pass)"
    yield f"gate: {decision.outcome}{note}"


def _reason(reason: Reason) -> str:
    head = f"{_MARKS[reason.outcome]} {reason.rule} at {reason.target}"
    return f"{head}: needed {reason.needed}, got {reason.got}{_names(reason)}"


def _names(reason: Reason) -> str:
    """The cases behind a reason, unless its own words name them."""
    if not reason.cases or reason.rule == "cases.min_pass_rate":
        return ""
    more = ", …" if len(reason.cases) > _MOST_NAMES else ""
    return f" in {', '.join(reason.cases[:_MOST_NAMES])}{more}"
