"""The records of a comparison: where it happens, what differs, what was let through, and by what.

A pointer is the JSON pointer of a value inside the arguments of one call; `""` is all of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, Literal, Protocol, TypeAlias

from toolspec.diagnostics import ToolspecError
from toolspec.jsontypes import Json, JsonObject

Mode: TypeAlias = Literal["exact", "subset"]
NormalizeStep: TypeAlias = Literal["nfc", "trim", "casefold", "collapse_spaces"]


class Missing(Enum):
    """The type of `MISSING`, the value of a key that is not there; it is not a JSON value."""

    MISSING = "missing"

    def __repr__(self) -> str:
        return "MISSING"


MISSING: Final = Missing.MISSING


class Unsolvable(ToolspecError):
    """No value that satisfies an expectation can be derived; `reason` says why."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


class CheckError(ToolspecError):
    """A check cannot be evaluated, so it neither passes nor fails; `reason` says why."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """What a comparison may look at besides the two values.

    `schema` is the JSON Schema of the tool's parameters; `clock` the `world.clock` (RFC 3339);
    `aliases` gives per top-level argument its canonical texts and their variants, `normalize` its
    steps; `results` the earlier tool results, oldest first, for `$from`; `default_fill` lets a
    property that is missing on one side stand for the `default` of its schema.

    `pointer`, `mode` and `literal` are set by the driver and say where a matcher stands.
    """

    schema: JsonObject = field(default_factory=dict)
    clock: str | None = None
    aliases: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    normalize: Mapping[str, tuple[NormalizeStep, ...]] = field(default_factory=dict)
    results: tuple[tuple[str, Json], ...] = ()
    default_fill: bool = False
    pointer: str = ""
    mode: Mode = "exact"
    literal: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One place where the actual value is not what was expected.

    `rule` is `type`, `value`, `missing`, `unexpected` or the name of the matcher that failed;
    `expected` and `got` are JSON values, or `MISSING`. `codepoints` holds the differing stretch of
    two texts that look the same, expected first.
    """

    pointer: str
    rule: str
    expected: Json
    got: Json
    hint: str | None = None
    codepoints: tuple[str, str] | None = None


def matcher_difference(
    rule: str, option: Json, actual: Json, context: Context, hint: str | None = None
) -> Difference:
    """The difference of a matcher, named by `rule` (with its `$`), at the place of `context`."""
    return Difference(
        pointer=context.pointer, rule=rule, expected={rule: option}, got=actual, hint=hint
    )


@dataclass(frozen=True, slots=True)
class Allowance:
    """A looser rule that let a value through although it is not the one written.

    `rule` is the name of a matcher, `alias`, `normalize:<step>`, `number 1 = 1.0` (with the two
    numbers), `default` or `subset`.
    """

    pointer: str
    rule: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """All differences between two values, and every looser rule that was needed."""

    differences: tuple[Difference, ...] = ()
    allowances: tuple[Allowance, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether nothing differs."""
        return not self.differences


@dataclass(frozen=True, slots=True)
class MatcherProblem:
    """A mistake in an expectation, found before anything is compared.

    `path` is a JSON pointer inside the expectation, through the keys of the matchers.
    """

    path: str
    message: str
    help: str | None = None


class Matcher(Protocol):
    """One matcher: a module of `toolspec.matchers` whose name, after a `$`, is its YAML name.

    The module's docstring is its entry in `toolspec explain`. Three names are optional:
    `HOLDS_EXPECTED = True` when the option is itself an expectation, with matchers in it;
    `SEES_MISSING = True` when a missing key is given to `differs` (as `MISSING`) too;
    `problem(option, context) -> str | None` for mistakes that `SCHEMA` cannot say, where `context`
    is null as long as nothing is known but the option.
    """

    @property
    def SCHEMA(self) -> JsonObject:
        """The JSON Schema of the option; its `description` completes "`$name` takes …"."""

    def differs(
        self, option: Json, actual: Json, context: Context
    ) -> Difference | Comparison | None:
        """Give the reason why `actual` does not fit, or null; raise `CheckError` if unknowable.

        After null the driver notes that the matcher let the value through. A matcher that knows
        better (nothing was let through, or several things were) gives a `Comparison`.
        """

    def solve(self, option: Json, context: Context) -> Json:
        """Give one value that fits, always the same; raise `Unsolvable` if none is derivable."""
