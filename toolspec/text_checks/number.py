"""These numbers are in the reply, however they are written: `number: 1000.5` or `number: [10, 20]`.

Groups of thousands may be parted by a space, U+00A0 or U+202F, or by commas as in English;
decimals follow a comma or a point. `1,000` may be read as a thousand and as one. A number is a
whole one: 10 is not in `100`, and nothing is found inside a date, a time, a fraction, a code such
as `ORD-10`, a version, or digits that start with 0. A unit may follow at once, as in `10кг`.
"""

from decimal import Decimal

from toolspec.jsontypes import Json, JsonObject
from toolspec.text_checks import Folding, Miss
from toolspec.text_checks._numerals import numbers_in

SCHEMA: JsonObject = {
    "type": ["number", "array"],
    "items": {"type": "number"},
    "minItems": 1,
    "description": "a number, or a list of at least one",
}


def misses(option: Json, text: str, folding: Folding) -> Miss | None:
    """The numbers that are not in the text."""
    found = numbers_in(text)
    lost = tuple(each for each in _listed(option) if Decimal(repr(each)) not in found)
    return Miss(lost) if lost else None


def pieces(option: Json) -> tuple[tuple[str, ...], ...]:
    """All of the numbers, in plain digits."""
    return (tuple(f"{Decimal(repr(each)):f}" for each in _listed(option)),)


def _listed(option: Json) -> tuple[float, ...]:
    return tuple(option) if isinstance(option, list) else (option,)
