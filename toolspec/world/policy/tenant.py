"""A call may touch only data of the principal's own tenant."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.expressions import ExpressionError, compile_expression
from toolspec.story import Violation
from toolspec.world.view import CallView

DENIES = True


def check(view: CallView) -> Iterator[Violation]:
    """Data that is not there belongs to nobody, and is the tool's to answer for."""
    if not view.is_readable or view.tool is None or view.tool.requires.tenant is None:
        return
    if view.tenant is None:
        return
    try:
        owner = compile_expression(view.tool.requires.tenant).evaluate(view.names)
    except ExpressionError:
        return
    if owner is not None and owner != view.tenant:
        yield Violation(
            rule="tenant",
            code="cross_tenant_access",
            message=f"this belongs to another tenant than `{view.tenant}`",
            expected=view.tenant,
        )
