"""Whatever the schema and whatever became of it: nothing is lost without a word."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.going_round import goes_round
from tests.verify.schemas import ANY_JSON, ARGUMENTS, SCHEMAS, items_of, report_on
from toolspec.contract import ArgumentValidator, BrokenSchema
from toolspec.contract.document import Document
from toolspec.jsontypes import Json, JsonObject
from toolspec.pointers import join, json_pointer
from toolspec.verify.sameness import same_value

EXAMPLES = 60


def keyword_places(schema: JsonObject) -> list[tuple[tuple[str | int, ...], str]]:
    nodes = Document(schema).nodes
    return [(node.path, keyword) for node in nodes for keyword in node.keywords]


def at(schema: Json, path: tuple[str | int, ...]) -> Json:
    for step in path:
        schema = schema[step]
    return schema


@settings(max_examples=EXAMPLES, deadline=None)
@given(SCHEMAS)
def test_a_schema_sent_as_it_is_is_exact(schema: JsonObject) -> None:
    report = report_on(schema, deepcopy(schema))
    assert report.tools[0].verdict == "exact"
    assert {each.verdict for each in items_of(report)} <= {"kept"}


@settings(max_examples=EXAMPLES, deadline=None)
@given(SCHEMAS, ANY_JSON)
def test_every_keyword_has_exactly_one_item(schema: JsonObject, other: Json) -> None:
    lifted = {**deepcopy(schema), "properties": other}
    counted = Counter((each.pointer, each.keyword) for each in items_of(report_on(schema, lifted)))
    for path, keyword in keyword_places(schema):
        assert counted.pop((join(json_pointer(path), keyword), keyword)) == 1
    assert set(counted.values()) <= {1}


@settings(max_examples=EXAMPLES * 2, deadline=None)
@given(SCHEMAS, st.data())
def test_any_change_is_reported_where_it_was_made(schema: JsonObject, data: st.DataObject) -> None:
    path, keyword = data.draw(st.sampled_from(keyword_places(schema)))
    lifted = deepcopy(schema)
    holder = at(lifted, path)
    if data.draw(st.booleans()):
        del holder[keyword]
    else:
        value = data.draw(st.one_of(ANY_JSON, st.just(f"{holder[keyword]}!")))
        assume(not same_value(keyword, value, holder[keyword]))
        holder[keyword] = value
    place = join(json_pointer(path), keyword)
    changed = [each for each in items_of(report_on(schema, lifted)) if each.verdict != "kept"]
    assert any(
        f"{place}/".startswith(f"{each.pointer}/") or each.pointer.startswith(f"{place}/")
        for each in changed
    ), changed


@settings(max_examples=EXAMPLES, deadline=None)
@given(SCHEMAS, ANY_JSON)
def test_no_payload_makes_it_fail(schema: JsonObject, other: Json) -> None:
    report = report_on(schema, other)
    assert report.to_json()["counts"] == dict(report.counts)


@settings(max_examples=EXAMPLES, deadline=None)
@given(SCHEMAS, SCHEMAS, st.lists(ARGUMENTS, min_size=10, max_size=10), st.data())
def test_what_is_exact_lets_the_same_in(
    schema: JsonObject, other: JsonObject, arguments: list[JsonObject], data: st.DataObject
) -> None:
    """A keyword is taken away, or one of another schema put in, and nothing said to be lost."""
    path, keyword = data.draw(st.sampled_from(keyword_places(schema)))
    source, put_in = data.draw(st.sampled_from(keyword_places(other)))
    lifted = deepcopy(schema)
    if data.draw(st.booleans()):
        del at(lifted, path)[keyword]
    else:
        at(lifted, path)[put_in] = at(other, source)[put_in]
    report = report_on(schema, lifted)
    assume(not any(each.is_loss or each.reversible for each in items_of(report)))
    assume(not goes_round(schema) and not goes_round(lifted))
    try:
        own, there = ArgumentValidator(schema), ArgumentValidator(lifted)
    except BrokenSchema:
        return
    for each in arguments:
        assert bool(own.violations(each)) == bool(there.violations(each))


@pytest.mark.parametrize("depth", [50, 600])
def test_depth_does_not_matter(depth: int) -> None:
    schema: JsonObject = {"type": "string", "maxLength": 5}
    lifted: JsonObject = {"type": "string"}
    for _ in range(depth):
        schema = {"type": "array", "items": schema}
        lifted = {"type": "array", "items": lifted}
    whole = {"type": "object", "properties": {"a": schema}}
    report = report_on(whole, {"type": "object", "properties": {"a": lifted}})
    assert [item.verdict for _, item in report.losses] == ["dropped"]
