"""Whether a view implies a keyword: every value but null that fits the view also fits it.

The answer errs on one side only: a "yes" is proven, a "no" may be ignorance.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from toolspec.contract.json_number import exact, is_number
from toolspec.jsontypes import Json
from toolspec.verify.bounds import LEAST, LOWER, MOST, UPPER, is_bounded, is_sized
from toolspec.verify.kinds import ALL, SPEAKS_OF, named_kinds
from toolspec.verify.sameness import contains_all, same
from toolspec.verify.views import View


def implies(view: View, keyword: str, value: Json) -> bool:
    """Whether a keyword without schemas below it adds nothing to what a view says."""
    rule = _RULES.get(keyword)
    return rule is not None and rule(view, keyword, value)


def speaks_of(view: View, keyword: str) -> bool:
    """Whether a keyword speaks of any value that fits a view."""
    kinds = SPEAKS_OF.get(keyword, ALL)
    return kinds is ALL or not kinds.isdisjoint(view.kinds)


def required_names(view: View) -> set[str]:
    """The properties that must be there."""
    lists = (each.value for each in view.of("required") if isinstance(each.value, list))
    return {name for names in lists for name in names if isinstance(name, str)}


def _type(view: View, _: str, value: Json) -> bool:
    named = named_kinds(value)
    return named is not None and view.kinds <= named


def _enum(view: View, _: str, value: Json) -> bool:
    if not isinstance(value, list):
        return False
    if view.values is not None:
        return contains_all(value, view.values)
    return view.kinds == {"boolean"} and contains_all(value, [True, False])


def _const(view: View, _: str, value: Json) -> bool:
    return view.values is not None and contains_all([value], view.values)


def _required(view: View, _: str, value: Json) -> bool:
    return isinstance(value, list) and contains_all(list(required_names(view)), value)


def _dependent(view: View, keyword: str, value: Json) -> bool:
    if not isinstance(value, dict):
        return False
    always = list(required_names(view))
    said = [each.value for each in view.of(keyword) if isinstance(each.value, dict)]
    return all(
        isinstance(names, list)
        and any(contains_all([*always, *_names(each.get(name))], names) for each in (*said, {}))
        for name, names in value.items()
    )


def _names(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def _multiple_of(view: View, keyword: str, value: Json) -> bool:
    if not is_number(value) or value <= 0:
        return False
    divisors = [each.value for each in view.of(keyword) if is_number(each.value)]
    divisors += [] if "fraction" in view.kinds else [1]
    return any((exact(each) / exact(value)).denominator == 1 for each in divisors)


def _unique(view: View, keyword: str, value: Json) -> bool:
    return value is not True or any(each.value is True for each in view.of(keyword))


def _nullable(view: View, keyword: str, value: Json) -> bool:
    """A word of OpenAPI, which has no effect in JSON Schema."""
    return True


def _same(view: View, keyword: str, value: Json) -> bool:
    return any(same(each.value, value) for each in view.of(keyword))


_RULES: Final[dict[str, Callable[[View, str, Json], bool]]] = {
    **dict.fromkeys((*LOWER, *UPPER), is_bounded),
    **dict.fromkeys((*LEAST, *MOST), is_sized),
    **dict.fromkeys(("pattern", "format", "contentEncoding", "contentMediaType"), _same),
    **dict.fromkeys(("minContains", "maxContains"), _same),
    "const": _const,
    "dependentRequired": _dependent,
    "enum": _enum,
    "multipleOf": _multiple_of,
    "nullable": _nullable,
    "required": _required,
    "type": _type,
    "uniqueItems": _unique,
}
