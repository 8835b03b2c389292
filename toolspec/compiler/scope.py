"""What the loading passes share: the document, and where its problems go."""

from __future__ import annotations

from dataclasses import dataclass

from toolspec.diagnostics import Diagnostics, Note
from toolspec.jsontypes import Json, JsonObject
from toolspec.pointers import follow
from toolspec.source import Document, PathSteps


@dataclass(frozen=True, slots=True)
class Scope:
    """What is compiled (`root`, of the right shape), its document, the problems found so far."""

    document: Document
    root: JsonObject
    problems: Diagnostics

    def below(self, path: PathSteps, pointer: str) -> PathSteps:
        """The path of the value at `pointer` below `path`, as far down as the file has it."""
        value: Json = self.root
        for key in path:
            value = value[key]
        return path + follow(value, pointer)[0]

    def error(
        self,
        code: str,
        message: str,
        path: PathSteps,
        *,
        at: str = "value",
        help: str | None = None,
        notes: tuple[Note, ...] = (),
    ) -> None:
        """Report an error at a node."""
        self.problems.add(
            self.document.diagnostic(code, message, path, at=at, help=help, notes=notes)
        )

    def warning(
        self,
        code: str,
        message: str,
        path: PathSteps,
        *,
        at: str = "value",
        help: str | None = None,
    ) -> None:
        """Report a warning at a node."""
        self.problems.add(
            self.document.diagnostic(code, message, path, at=at, severity="warning", help=help)
        )
