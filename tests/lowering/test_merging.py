"""Two schemas as one: the values of both, or no merging at all."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from tests.lowering.schemas import FLAT, VALUES, accepts
from toolspec.lowering.merging import merged
from toolspec.lowering.objects import Unmergeable

UNMERGEABLE: list[tuple[Any, Any]] = [
    ({"pattern": "^a"}, {"pattern": "b$"}),
    ({"format": "date"}, {"format": "time"}),
    ({"type": "string"}, {"type": "integer"}),
    ({"enum": [1]}, {"enum": [True]}),
    ({"const": 1}, {"enum": [2]}),
    ({"multipleOf": 0.5}, {"multipleOf": 0.75}),
    ({"if": {}, "then": {"maxLength": 1}}, {"if": False, "else": {"minLength": 1}}),
    ({"contains": {"type": "string"}}, {"maxContains": 1}),
    ({"items": {"type": "string"}}, {"prefixItems": [{"type": "integer"}]}),
    ({}, {"unevaluatedProperties": False}),
    ({"patternProperties": {"a": {}}}, {"additionalProperties": False}),
    ({"dependentRequired": {"a": ["b"]}}, {"dependentRequired": {"a": ["c"]}}),
    ({"anyOf": [{"minLength": 1}]}, {"anyOf": [{"maxLength": 1}]}),
    ({"minimum": 1}, {"minimum": "one"}),
    ({"type": "string"}, {"type": {}}),
    ({"properties": {}}, {"properties": []}),
    ({"required": ["a"]}, {"required": True}),
    ({"enum": [1]}, {"enum": 1}),
    ({}, None),
]


@given(FLAT, FLAT, VALUES)
@settings(max_examples=500, suppress_health_check=list(HealthCheck))
def test_the_merged_schema_accepts_what_both_accept(one: Any, other: Any, value: Any) -> None:
    both = accepts({"allOf": [one, other]}, value)
    try:
        assert accepts(merged(one, other), value) == both
    except Unmergeable:
        return


@pytest.mark.parametrize(("one", "other"), UNMERGEABLE)
def test_what_no_single_schema_says_is_not_merged(one: Any, other: Any) -> None:
    with pytest.raises(Unmergeable):
        merged(one, other)


def test_what_can_be_said_in_one_schema_is() -> None:
    one = {
        "type": ["integer", "string"],
        "description": "own",
        "multipleOf": 4,
        "uniqueItems": False,
        "$defs": {"a": {}},
        "items": {"type": "string"},
        "patternProperties": {"^a": {"minLength": 1}},
        "maximum": 9,
    }
    other = {
        "type": "number",
        "description": "other",
        "$id": "https://example.org/other",
        "multipleOf": 6,
        "uniqueItems": True,
        "$defs": {"b": {}},
        "items": {"minLength": 1},
        "patternProperties": {"^a": {"maxLength": 2}},
        "maximum": 8.5,
    }
    assert merged(one, other) == {
        "type": "integer",
        "description": "own",
        "multipleOf": 12,
        "uniqueItems": True,
        "$defs": {"a": {}, "b": {}},
        "items": {"type": "string", "minLength": 1},
        "patternProperties": {"^a": {"minLength": 1, "maxLength": 2}},
        "maximum": 8.5,
    }
