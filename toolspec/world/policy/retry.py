"""What failed for good is not tried again, and what failed for now only as often as allowed."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.spec import ErrorRule, Tool
from toolspec.story import Violation
from toolspec.world.view import CallView

DENIES = False

# What a simulated service itself answers with.
_BUILT_IN = {
    "RATE_LIMITED": ErrorRule(is_transient=True),
    "TIMEOUT": ErrorRule(is_transient=True),
    "AUTH_FAILED": ErrorRule(is_transient=False),
    "PERMISSION_DENIED": ErrorRule(is_transient=False),
}


def check(view: CallView) -> Iterator[Violation]:
    """The last try of the same decides, unless it went well since."""
    if not view.is_readable or view.tool is None or not view.known_tries:
        return
    last = view.known_tries[-1]
    rule = rule_of(view.tool, last.error_code)
    if rule is None:
        return
    if not rule.is_transient:
        message = f"`{last.error_code}` is permanent, the same call cannot succeed"
        yield Violation(rule="retry", code="retry_violation", message=message, expected=0)
    elif rule.retries is not None:
        tries = sum(each.error_code == last.error_code for each in view.known_tries)
        if tries > rule.retries:
            message = f"after `{last.error_code}` at most {rule.retries} retries are allowed"
            yield Violation(
                rule="retry", code="retry_violation", message=message, expected=rule.retries
            )


def rule_of(tool: Tool, code: str | None) -> ErrorRule | None:
    """What is known of an error code: from the spec, or of those that every service has."""
    if code is None:
        return None
    return tool.errors.get(code, _BUILT_IN.get(code))
