"""The way back: what lowering added to a schema is taken out of arguments, and nothing else."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.going_round import goes_round
from tests.lowering.schemas import ANYTHING, HINTS, VALUES, table
from tests.lowering.targets import catalogue, dialect
from toolspec.contract import ArgumentValidator
from toolspec.lowering import lower_catalogue, restore
from toolspec.lowering.arguments import ArgumentRestoring
from toolspec.lowering.schemas import REWRITES
from toolspec.provider import ToolDefinition
from toolspec.trace import Decision, ToolCall

REWRITES_OF_OPENAI = ("merge_all_of", "refs_to_defs", "close_objects", "require_all")


def written(name: str, arguments: Any) -> Decision:
    call = ToolCall(call_id="1", name=name, arguments=arguments, raw_arguments="as received")
    return Decision(kind="tool_call", calls=(call,), anomalies=("before",))


@pytest.mark.parametrize("row", [pytest.param(row, id=row["name"]) for row in table("restored")])
def test_arguments_are_restored_as_the_table_says(row: dict[str, Any]) -> None:
    lowered = catalogue(row["schema"], *row["rewrites"])
    decision = written("t", row["written"])
    restored = restore(decision, lowered)
    assert repr(restored.calls[0].arguments) == repr(row.get("meant", row["written"]))
    assert set(restored.anomalies) == {"before", *row.get("anomalies", ())}
    assert restored.calls[0].raw_arguments == "as received"
    if "meant" not in row:
        assert restored is decision


def test_names_come_back_and_unknown_ones_stay() -> None:
    tools = tuple(
        ToolDefinition(name=name, description="D", parameters={}) for name in ("a.b", "c")
    )
    lowered = lower_catalogue(tools, dialect())
    decision = written("a_b", {"x": None})
    assert restore(decision, lowered).calls[0].name == "a.b"
    broken = replace(decision.calls[0], arguments=None, defect="not_json")
    assert restore(replace(decision, calls=(broken,)), lowered).calls[0].name == "a.b"
    for name in ("c", "a.b", "nobody", None):
        unknown = replace(decision, calls=(replace(decision.calls[0], name=name),))
        assert restore(unknown, lowered) is unknown


Pair = tuple[dict[str, Any], Any, Any]

LEAVES: tuple[Pair, ...] = (
    ({"type": "string"}, "x", "x"),
    ({"type": ["integer", "null"]}, None, None),
    ({"enum": [1, True, "1a"]}, 1, "1"),
    ({"type": "integer", "enum": [7, 8]}, 8, "8"),
    ({"const": False}, False, "false"),
    ({"$ref": "#/$defs/leaf"}, {}, {"left": None}),
    ({"$ref": "#/$defs/leaf"}, {"left": "y"}, {"left": "y"}),
)
DEFINITIONS = {"leaf": {"type": "object", "properties": {"left": {"type": "string"}}}}


@st.composite
def objects(draw: st.DrawFn, inner: st.SearchStrategy[Pair]) -> Pair:
    """A schema of an object, a value of it, and that value as a strict model writes it."""
    members = draw(
        st.dictionaries(st.sampled_from(("a", "b", "enum", "required")), inner, max_size=3)
    )
    required = [name for name in members if draw(st.booleans())]
    value, wire = {}, {}
    for name, (_, meant, sent) in members.items():
        if name in required or draw(st.booleans()):
            value[name], wire[name] = meant, sent
        else:
            wire[name] = None
    properties = {name: schema for name, (schema, _, _) in members.items()}
    for name in members.keys() - value.keys():
        # Null is no sign of absence where it means something itself.
        if properties[name].get("type") == ["integer", "null"]:
            value[name] = None
    schema = {"type": "object", "properties": properties, "required": required}
    return schema, value, wire


def lists(pair: Pair) -> Pair:
    schema, value, wire = pair
    return {"type": "array", "items": schema}, [value, value], [wire, wire]


def optional(pair: Pair) -> Pair:
    schema, value, wire = pair
    other = {"type": "object", "properties": {"o": {"const": 5}}, "required": ["o"]}
    return {"anyOf": [other, schema]}, value, wire


NESTED = st.recursive(
    st.sampled_from(LEAVES),
    lambda inner: objects(inner) | inner.map(lists) | objects(inner).map(optional),
    max_leaves=5,
)


@given(objects(NESTED))
@settings(max_examples=200)
def test_what_a_strict_model_writes_means_the_original(pair: Pair) -> None:
    schema, value, wire = pair
    canonical = {**schema, "$defs": DEFINITIONS}
    lowered = canonical
    for name in ("const_to_enum", "text_enums", "require_all"):
        lowered = REWRITES.load(name).rewrite(lowered, HINTS)
    assert ArgumentValidator(canonical).violations(value) == ()
    assert ArgumentValidator(lowered).violations(wire) == ()
    restored, _ = ArgumentRestoring(canonical, lowered).restored(wire)
    assert json.dumps(restored, sort_keys=True) == json.dumps(value, sort_keys=True)


@given(ANYTHING, ANYTHING, st.dictionaries(st.text(max_size=2), VALUES))
@settings(max_examples=200)
def test_any_pair_of_schemas_is_walked(one: Any, other: Any, value: Any) -> None:
    if not goes_round(one):
        assert isinstance(ArgumentRestoring(one, other).restored(value)[0], dict)


def test_recursive_unions_end() -> None:
    tree = {
        "type": "object",
        "properties": {
            "l": {"$ref": "#/$defs/t"},
            "r": {"$ref": "#/$defs/t"},
            "v": {"type": "string"},
        },
    }
    other = {**tree, "required": ["v"]}
    schema = {"properties": {"t": {"$ref": "#/$defs/t"}}, "$defs": {"t": {"anyOf": [other, tree]}}}
    value: Any = {"v": None}
    for _ in range(6):
        value = {"l": value, "r": None, "v": None}
    restored = restore(written("t", {"t": value}), catalogue(schema, *REWRITES_OF_OPENAI))
    meant: Any = {}
    for _ in range(6):
        meant = {"l": meant}
    assert restored.calls[0].arguments == {"t": meant}
