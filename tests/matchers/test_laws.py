"""Laws of the comparison that hold for every value."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from toolspec.jsontypes import Json
from toolspec.matchers import Context, compare, identical, solve

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(min_value=-9, max_value=9),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=4),
)
keys = st.text(min_size=1, max_size=3).filter(lambda each: not each.startswith("$"))
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=8,
)
objects = st.dictionaries(keys, values, min_size=1, max_size=3)
LOOSE = Context(schema={"additionalProperties": {"type": "number"}}, default_fill=True)


def scalar_places(value: Json, place: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    if isinstance(value, dict):
        return [each for key in value for each in scalar_places(value[key], (*place, key))]
    if isinstance(value, list):
        return [
            each
            for index, item in enumerate(value)
            for each in scalar_places(item, (*place, index))
        ]
    return [place]


def changed(value: Json, place: tuple[Any, ...], scalar: Json) -> Json:
    if not place:
        return scalar
    found = copy.copy(value)
    found[place[0]] = changed(value[place[0]], place[1:], scalar)
    return found


@given(values)
def test_a_value_equals_itself_without_any_allowance(value: Json) -> None:
    found = compare(value, copy.deepcopy(value), Context())
    assert found.passed
    assert found.allowances == ()
    assert compare({"$literal": value}, value, Context()).passed


@given(objects, scalars, st.data())
def test_every_changed_scalar_is_found_at_its_place(
    value: dict[str, Json], scalar: Json, data: st.DataObject
) -> None:
    places = scalar_places(value)
    if not places:
        return
    place = data.draw(st.sampled_from(places))
    mutant = changed(value, place, scalar)
    found = compare(value, mutant, Context())
    assert found.passed is identical(value, mutant)
    assert found.passed or len(found.differences) == 1


@given(st.lists(values, max_size=5), st.randoms(use_true_random=False))
def test_every_order_of_a_list_fits_the_unordered_one(items: list[Json], random: Any) -> None:
    shuffled = list(items)
    random.shuffle(shuffled)
    assert compare({"$unordered": items}, shuffled, Context()).passed
    assert not compare({"$unordered": items}, [*shuffled, "extra"], Context()).passed


@given(objects, objects)
def test_more_keys_fit_a_subset(value: dict[str, Json], more: dict[str, Json]) -> None:
    assert compare(value, {**more, **value}, Context(), mode="subset").passed


@given(values)
def test_a_plain_value_is_its_own_solution(value: Json) -> None:
    assert identical(solve(value, LOOSE), value)


@given(values, values)
def test_the_verdict_of_the_driver_is_the_identity_of_json(left: Json, right: Json) -> None:
    assert compare(left, right, Context()).passed is identical(left, right)
