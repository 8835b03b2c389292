"""What the comparison of a tool's arguments may look at: its schema, clock, aliases, steps."""

from __future__ import annotations

from typing import cast

from toolspec.matchers import Context, NormalizeStep
from toolspec.spec import Tool


def argument_context(tool: Tool, clock: str | None, *, fills_defaults: bool = False) -> Context:
    """The context of comparisons for one tool."""
    return Context(
        schema=tool.definition.parameters,
        clock=clock,
        aliases={name: dict(rule.aliases) for name, rule in tool.arguments if rule.aliases},
        normalize={
            name: cast("tuple[NormalizeStep, ...]", rule.normalize)
            for name, rule in tool.arguments
            if rule.normalize
        },
        default_fill=fills_defaults,
    )
