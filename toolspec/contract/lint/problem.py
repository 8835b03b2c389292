"""What the linter has to say about a schema."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from toolspec.contract.document import Path

Place: TypeAlias = Literal["key", "value"]


@dataclass(frozen=True, slots=True)
class SchemaProblem:
    """One problem. `path` leads into the schema; `at` says what is meant there: the last key
    itself, or the value behind it.
    """

    code: str
    severity: Literal["error", "warning"]
    path: Path
    message: str
    help: str | None = None
    at: Place = "value"


def error(
    code: str, path: Path, message: str, help: str | None = None, *, at: Place = "value"
) -> SchemaProblem:
    """A problem that makes the schema unusable."""
    return SchemaProblem(code, "error", path, message, help, at)


def warning(
    code: str, path: Path, message: str, help: str | None = None, *, at: Place = "value"
) -> SchemaProblem:
    """A problem that is likely not what the author meant."""
    return SchemaProblem(code, "warning", path, message, help, at)
