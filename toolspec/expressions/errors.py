"""What goes wrong with an expression, when it is read or when it is used."""

from __future__ import annotations

from toolspec.diagnostics import ToolspecError


class ExpressionError(ToolspecError):
    """An expression cannot be read, or has no value here; `reason` says why."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)
