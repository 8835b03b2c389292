"""What a pass has to say about a spec: a stable code, a place, a message and a way to mend it.

A pass reports into `Diagnostics` and goes on, so that all problems of a file come out at once.
Nothing here prints.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Span:
    """A place in a file: `line` and `column` count from 1, in characters; `length` is 1 or more."""

    file: str
    line: int
    column: int
    length: int = 1


@dataclass(frozen=True, slots=True)
class Note:
    """A second place that explains a problem, such as where a key was first given."""

    message: str
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One problem of a spec. `pointer` is the JSON pointer of the node; `source` the line shown."""

    code: str
    message: str
    span: Span | None = None
    severity: Severity = "error"
    help: str | None = None
    notes: tuple[Note, ...] = ()
    pointer: str | None = None
    source: str | None = None

    @property
    def order(self) -> tuple[str, int, int, str, str]:
        """File order, then code: the order in which problems are shown."""
        if self.span is None:
            return ("", 0, 0, self.code, self.message)
        return (self.span.file, self.span.line, self.span.column, self.code, self.message)


class ToolspecError(Exception):
    """Bad news that a caller may catch by name; its text is made last, by whoever shows it."""


class SpecError(ToolspecError):
    """The spec, the command line or the configuration is wrong; nothing was sent. Exit code 2."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__("; ".join(f"{each.code} {each.message}" for each in self.diagnostics))


class Diagnostics:
    """The problems found so far, in file order, none twice."""

    def __init__(self) -> None:
        self._found: dict[Diagnostic, None] = {}

    def add(self, diagnostic: Diagnostic) -> None:
        """Keep one problem; the same problem at the same place is kept once."""
        self._found.setdefault(diagnostic)

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Keep several problems."""
        for each in diagnostics:
            self.add(each)

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(sorted(self._found, key=lambda each: each.order))

    def __len__(self) -> int:
        return len(self._found)

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The problems that stop the next pass."""
        return tuple(each for each in self if each.severity == "error")

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """The problems that do not stop the next pass."""
        return tuple(each for each in self if each.severity == "warning")
