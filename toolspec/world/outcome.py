"""What a simulated tool came to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from toolspec.diagnostics import ToolspecError
from toolspec.jsontypes import Json, JsonObject


class StubFailed(ToolspecError):
    """A simulated tool cannot answer, which is the fault of the spec and not of the model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The end of one call. `result` is what the caller is given, an error in its own shape too."""

    status: Literal["executed", "failed", "uncertain"]
    result: Json
    error_code: str | None = None


def failed(code: str, message: str | None = None) -> Outcome:
    """An error that the tool tells of: nothing was changed."""
    return Outcome(status="failed", result=error_content(code, message), error_code=code)


def lost(message: str) -> Outcome:
    """A lost answer: the caller cannot know whether anything was done."""
    return Outcome(
        status="uncertain", result=error_content("TIMEOUT", message), error_code="TIMEOUT"
    )


def error_content(code: str, message: str | None = None) -> JsonObject:
    """An error as the model is given it."""
    return {"error": {"code": code, "message": message or code}}
