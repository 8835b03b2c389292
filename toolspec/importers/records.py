"""What a reader makes of a source."""

from __future__ import annotations

from dataclasses import dataclass

from toolspec.jsontypes import JsonObject
from toolspec.source import PathSteps


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Something of the source that the spec does not hold, or holds in another form.

    `pointer` is the JSON pointer in the source, `why` a line for people. `kind` is the same for
    all that were left out for one reason, so that a long list can be counted.
    """

    pointer: str
    why: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A reason not to import at all, at a place of the source. `at` is `value` or `key`."""

    code: str
    message: str
    path: PathSteps
    help: str | None = None
    at: str = "value"
    first: PathSteps | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """A tool (`value` stands under its name) or a case (`value` holds its `id`)."""

    name: str
    value: JsonObject
    left_out: tuple[LeftOut, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """The tools and cases of one spec. With `refusals` the rest is not to be used.

    `left_out` is what belongs to the source as a whole. `prompt` are the instructions that the
    source gives, `notes` are remarks for the head of the file.
    """

    tools: tuple[Part, ...]
    cases: tuple[Part, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    prompt: str | None = None
    notes: tuple[str, ...] = ()

    @property
    def all_left_out(self) -> tuple[LeftOut, ...]:
        """Everything that was left out: of the source, of its tools, of its cases."""
        parts = (each.left_out for each in (*self.tools, *self.cases))
        return (*self.left_out, *(each for part in parts for each in part))
