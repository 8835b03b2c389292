"""The named expressions under `checks`: each must be true of the whole run."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.expressions import ExpressionError, compile_expression
from toolspec.findings import finding
from toolspec.results import Finding
from toolspec.run_graders._run import Run
from toolspec.story_names import story_names


def grade(run: Run) -> Iterator[Finding]:
    """A check that has no truth value is an error, whichever way it would have come out."""
    checks = run.case.expect.checks
    if not checks:
        return
    names = story_names(run.story, run.world)
    for check in checks:
        rule = f"checks: {check.name}"
        try:
            holds = compile_expression(check.expression).evaluate(names)
        except ExpressionError as error:
            message = f"the check `{check.name}` could not be evaluated: {error.reason}"
            yield finding("check_error", message, expected=check.expression, rule=rule)
            continue
        if not isinstance(holds, bool):
            message = f"the check `{check.name}` gives no truth value"
            yield finding("check_error", message, expected=check.expression, got=holds, rule=rule)
        elif not holds:
            message = f"the check `{check.name}` is not true"
            yield finding(
                "check_failed",
                message,
                expected=check.expression,
                got=False,
                rule=rule,
            )
