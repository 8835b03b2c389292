"""What the comparison of a tool's arguments may look at: its schema, clock, aliases, steps."""

from __future__ import annotations

from typing import cast

from toolspec.jsontypes import Json
from toolspec.matchers import Context, NormalizeStep
from toolspec.spec import Tool


def argument_context(
    tool: Tool | None,
    clock: str | None,
    *,
    fills_defaults: bool = False,
    results: tuple[tuple[str, Json], ...] = (),
) -> Context:
    """The context of comparisons for one tool; of null, only the clock and the results are known.

    `results` are those of earlier calls with the names of their tools, oldest first.
    """
    if tool is None:
        return Context(clock=clock, results=results)
    return Context(
        schema=tool.definition.parameters,
        clock=clock,
        aliases={name: dict(rule.aliases) for name, rule in tool.arguments if rule.aliases},
        normalize={
            name: cast("tuple[NormalizeStep, ...]", rule.normalize)
            for name, rule in tool.arguments
            if rule.normalize
        },
        results=results,
        default_fill=fills_defaults,
    )
