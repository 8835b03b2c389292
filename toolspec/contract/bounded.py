"""References in a schema, followed in bounded time.

A schema that names itself can lead to one part of a value by many ways: two branches that both go
on with the same schema double them with every level. What a schema finds in a part does not depend
on the way there, so it is looked for once; and whatever the schema is, the steps are counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextvars import ContextVar
from typing import Any, Final

from jsonschema import ValidationError

from toolspec.jsontypes import Json

# A step is a reference followed or an error that it found: some tens of microseconds.
MAX_STEPS: Final = 100_000


class TooManySteps(Exception):
    """The check of a value took more than `MAX_STEPS` steps."""


class GoesRound(Exception):
    """A reference leads back to itself without going down into the value."""


class _Run:
    """The check of one value.

    `found` has what a schema finds in a part, both told by identity, and None while it looks.
    """

    def __init__(self, *, remembers: bool) -> None:
        self.remembers = remembers
        self.found: dict[tuple[int, int], list[ValidationError] | None] = {}
        self._steps = 0

    def count(self, steps: int) -> None:
        """Add to the steps; raises `TooManySteps`."""
        self._steps += steps
        if self._steps > MAX_STEPS:
            raise TooManySteps(f"the check takes more than {MAX_STEPS} steps")


_RUN: ContextVar[_Run] = ContextVar("run")


def bounded_errors(validator: Any, value: Json, *, remembers: bool) -> list[ValidationError]:
    """All errors of a value. Raises `TooManySteps`, `GoesRound` and what the keywords raise.

    The `parent` of an error may be another than the one that holds it: it can have several. To
    be true for `remembers`, what a schema means must not depend on where it is referred to from,
    as it does with `$dynamicRef`.
    """
    token = _RUN.set(_Run(remembers=remembers))
    try:
        return list(validator.iter_errors(value))
    finally:
        _RUN.reset(token)


def count_step() -> None:
    """Count a step that is taken outside of `by_reference`."""
    _RUN.get().count(1)


def by_reference(validator: Any, reference: str, value: Json, _: Json) -> Iterator[ValidationError]:
    """The keywords `$ref` and `$dynamicRef`."""
    run = _RUN.get()
    run.count(1)
    there = validator._resolver.lookup(reference)
    look = validator.descend(value, there.contents, resolver=there.resolver)
    if not run.remembers:
        yield from look
        return
    key = (id(there.contents), id(value))
    if key not in run.found:
        run.found[key] = None
        # No function of its own around this: the depth of a value is bounded by the frames.
        run.found[key] = _distinct(list(look))
    errors = run.found[key]
    if errors is None:
        raise GoesRound
    run.count(len(errors))
    # Whoever passes an error on writes the way to it into it.
    yield from map(ValidationError.create_from, errors)


def _distinct(errors: list[ValidationError]) -> list[ValidationError]:
    """The errors without those of the same keyword of the same schema in the same place."""
    return list(
        {
            (each.validator, id(each.schema), tuple(each.relative_path)): each for each in errors
        }.values()
    )
