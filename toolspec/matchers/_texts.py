"""How two texts of an argument compare: as written, after its steps, or through its aliases."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Final

from toolspec.matchers._arguments import text_argument
from toolspec.matchers._records import Context, NormalizeStep

# Unicode white space throughout, so U+00A0 and U+202F count; case as `str.casefold` sees it,
# without a locale: `ß` becomes `ss`, dotted `İ` becomes `i` and U+0307.
STEPS: Final[Mapping[NormalizeStep, Callable[[str], str]]] = {
    "nfc": lambda text: unicodedata.normalize("NFC", text),
    "trim": str.strip,
    "casefold": str.casefold,
    "collapse_spaces": lambda text: re.sub(r"\s+", " ", text),
}


def normalized(text: str, steps: tuple[NormalizeStep, ...]) -> str:
    """The text after the steps, in the order given."""
    for each in steps:
        text = STEPS[each](text)
    return text


def steps_of(context: Context, pointer: str) -> tuple[NormalizeStep, ...]:
    """The steps of the argument at `pointer`."""
    argument = text_argument(pointer)
    return () if argument is None else tuple(context.normalize.get(argument, ()))


def aliases_of(context: Context, pointer: str) -> Mapping[str, tuple[str, ...]]:
    """The alias table of the argument at `pointer`; empty when it has none."""
    argument = text_argument(pointer)
    return {} if argument is None else context.aliases.get(argument, {})


def rules_that_equate(
    expected: str, actual: str, context: Context, pointer: str
) -> tuple[str, ...] | None:
    """The rules that make two different texts one, or null when they stay different."""
    steps = steps_of(context, pointer)
    if steps and normalized(expected, steps) == normalized(actual, steps):
        return tuple(f"normalize:{each}" for each in _needed(expected, actual, steps))
    for variant in variants_of(expected, aliases_of(context, pointer), steps):
        if variant == actual:
            return ("alias",)
        if steps and normalized(variant, steps) == normalized(actual, steps):
            return ("alias", *(f"normalize:{each}" for each in _needed(variant, actual, steps)))
    return None


def variants_of(
    canonical: str, table: Mapping[str, tuple[str, ...]], steps: tuple[NormalizeStep, ...]
) -> tuple[str, ...]:
    """The variants of a canonical text, looked up after the steps; empty for any other text."""
    wanted = normalized(canonical, steps)
    return tuple(
        variant
        for name, variants in table.items()
        if normalized(name, steps) == wanted
        for variant in variants
    )


def canonical_of(
    text: str, table: Mapping[str, tuple[str, ...]], steps: tuple[NormalizeStep, ...]
) -> str | None:
    """The canonical text that `text` is a variant of, or null."""
    wanted = normalized(text, steps)
    for name, variants in table.items():
        if any(normalized(each, steps) == wanted for each in variants):
            return name
    return None


def _needed(left: str, right: str, steps: tuple[NormalizeStep, ...]) -> tuple[NormalizeStep, ...]:
    """The steps without which the two would differ; all of them when each alone can be spared."""
    needed = tuple(
        each
        for each in steps
        if normalized(left, _without(steps, each)) != normalized(right, _without(steps, each))
    )
    return needed or steps


def _without(steps: tuple[NormalizeStep, ...], step: NormalizeStep) -> tuple[NormalizeStep, ...]:
    return tuple(each for each in steps if each != step)
