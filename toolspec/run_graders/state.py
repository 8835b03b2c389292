"""The end state, read back from the ledger, against `state`."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.expressions import ExpressionError, get_at, parse_state_path
from toolspec.findings import finding
from toolspec.matchers import MISSING, Context, compare
from toolspec.results import Finding
from toolspec.run_graders._run import Run


def grade(run: Run) -> Iterator[Finding]:
    """Name every place that is not as expected."""
    context = Context(clock=run.world.clock)
    for rule in run.case.expect.state:
        try:
            value = get_at(run.story.state, parse_state_path(rule.at).resolve({}))
        except ExpressionError as error:
            message = f"`{rule.at}`: {error.reason}"
            yield finding("state_mismatch", message, expected=rule.value, rule=f"state: {rule.at}")
            continue
        for each in compare(rule.value, value, context).differences:
            yield finding(
                "state_mismatch",
                f"`{rule.at}` has another value at the end",
                pointer=each.pointer or None,
                expected=None if each.expected is MISSING else each.expected,
                got=None if each.got is MISSING else each.got,
                rule=f"state: {rule.at}",
                hint=each.hint,
            )
