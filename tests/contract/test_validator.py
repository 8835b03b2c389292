import json
import socket
from pathlib import Path

import pytest
import yaml
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError

from toolspec.contract import ArgumentValidator, BrokenSchema, ValidationTimeout
from toolspec.contract.keywords import SHAPES
from toolspec.jsontypes import Json, JsonObject
from toolspec.pointers import json_pointer

TABLE = yaml.safe_load(Path(__file__).with_name("validator.yaml").read_text("utf-8"))


@pytest.mark.parametrize("row", TABLE, ids=[row["name"] for row in TABLE])
def test_arguments_have_the_listed_violations(row: JsonObject) -> None:
    before = json.dumps([row["schema"], row["arguments"]])
    found = ArgumentValidator(row["schema"]).violations(row["arguments"])
    wanted = [each.rstrip("-") for each in row["violations"]]
    assert [f"{each.code} {each.pointer}" for each in found] == wanted
    assert json.dumps([row["schema"], row["arguments"]]) == before


@pytest.mark.parametrize(
    ("schema", "value", "message"),
    [
        ({"type": "number"}, "2.5", 'expected a number, got the string `"2.5"`'),
        ({"type": ["string", "null"]}, 3, "expected a string or `null`, got the number `3`"),
        ({"enum": ["a", "b", "c"]}, None, 'expected one of `"a"`, `"b"` or `"c"`, got `null`'),
        ({"enum": []}, True, "expected nothing at all, got the boolean `true`"),
        ({"minimum": 3}, 2, "expected a number of at least 3, got the number `2`"),
        ({"maxLength": 2}, "йод", 'expected at most 2 characters, got the string `"йод"`'),
        ({"required": ["a"]}, {}, "required argument `a` is missing"),
        ({"additionalProperties": False}, {"a": 1}, "argument `a` is not allowed"),
        ({"type": "boolean"}, {}, "expected a boolean, got the object `{}`"),
        ({"type": "integer"}, None, "expected an integer, got `null`"),
        (False, [1], "expected no value here, got the array `[1]`"),
    ],
)
def test_message_says_what_was_expected_and_what_came(
    schema: object, value: object, message: str
) -> None:
    (violation,) = ArgumentValidator(schema).violations(value)
    assert violation.message == message


def test_long_values_are_cut_in_messages() -> None:
    (violation,) = ArgumentValidator({"type": "object"}).violations("x" * 500)
    assert len(violation.message) < 120


def test_a_part_of_a_schema_refers_into_the_whole() -> None:
    part = {"$ref": "#/$defs/name", "$schema": "http://json-schema.org/draft-07/schema#"}
    whole = ArgumentValidator({"properties": {"a": part}, "$defs": {"name": {"type": "string"}}})
    assert [each.code for each in whole.at(part).violations(1)] == ["wrong_type"]
    assert whole.at(False).violations(1)


def test_a_part_that_holds_the_whole_is_read_as_the_whole_is() -> None:
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", "required": ["a"]}
    (violation,) = ArgumentValidator(schema).at({"allOf": [schema]}).violations({})
    assert (violation.code, violation.pointer) == ("missing_argument", "/a")


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "https://example.com/x.json"},
        {"$ref": "#/nowhere"},
        {"pattern": "("},
        {"patternProperties": {"(": {}}},
        {"minLength": "5"},
        [],
    ],
)
def test_broken_schema_is_refused(schema: object) -> None:
    with pytest.raises(BrokenSchema):
        ArgumentValidator(schema)


def test_no_reference_opens_a_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    with pytest.raises(BrokenSchema):
        ArgumentValidator({"properties": {"a": {"$ref": "https://example.com/x.json"}}})


def test_pattern_that_takes_too_long_is_a_timeout() -> None:
    validator = ArgumentValidator({"pattern": "^(?:(?:a|b|ab)*c)*$"})
    with pytest.raises(ValidationTimeout):
        validator.violations("ab" * 60 + "!")


def test_deep_arguments_are_named_and_do_not_overflow() -> None:
    deep: JsonObject = {}
    for _ in range(3000):
        deep = {"a": deep}
    validator = ArgumentValidator({"properties": {"a": {"$ref": "#"}}})
    assert [each.code for each in validator.violations(deep)] == ["too_deep"]


def test_items_are_told_apart_in_linear_time() -> None:
    validator = ArgumentValidator({"uniqueItems": True})
    items: list[Json] = [{"a": [number]} for number in range(50_000)]
    assert validator.violations(items) == ()
    assert validator.violations([*items, {"a": [1.0]}])
    assert validator.violations([1, True, "1", [1], [True], {"a": 1}, {"a": True}, None]) == ()


def test_pointer_escapes_the_two_special_signs() -> None:
    assert json_pointer(["a/b", "c~d", 0]) == "/a~1b/c~0d/0"


VALUES = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(-3, 3), st.sampled_from([0.5, 1.0, "", "a", "bb"])
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.sampled_from("abc"), inner, max_size=3)
    ),
    max_leaves=6,
)
NAMES = st.lists(st.sampled_from("abc"), unique=True, max_size=2)
COUNTS = st.integers(0, 3)
TYPES = st.sampled_from(["array", "boolean", "integer", "null", "number", "object", "string"])


def schemas_over(inner: st.SearchStrategy[Json]) -> st.SearchStrategy[Json]:
    listed = st.lists(inner, min_size=1, max_size=3)
    mapped = st.dictionaries(st.sampled_from("abc"), inner, max_size=3)
    optional = {
        "type": st.one_of(TYPES, st.lists(TYPES, min_size=1, unique=True)),
        "enum": st.lists(VALUES, max_size=3),
        "const": VALUES,
        "required": NAMES,
        "properties": mapped,
        "patternProperties": mapped,
        "dependentSchemas": mapped,
        "dependentRequired": st.dictionaries(st.sampled_from("abc"), NAMES, max_size=2),
        **dict.fromkeys(["allOf", "anyOf", "oneOf", "prefixItems"], listed),
        **dict.fromkeys(["items", "not", "if", "then", "else", "contains"], inner),
        **dict.fromkeys(["additionalProperties", "unevaluatedProperties", "propertyNames"], inner),
        **dict.fromkeys(["minLength", "maxLength", "minItems", "maxItems"], COUNTS),
        **dict.fromkeys(["minProperties", "maxProperties", "minContains", "maxContains"], COUNTS),
        **dict.fromkeys(["minimum", "maximum", "exclusiveMinimum"], st.integers(-2, 2)),
        "uniqueItems": st.booleans(),
        "unevaluatedItems": inner,
    }
    one = [st.fixed_dictionaries({name: values}) for name, values in optional.items()]
    return st.lists(st.one_of(one), max_size=4).map(
        lambda parts: {name: value for part in parts for name, value in part.items()}
    )


SCHEMAS: st.SearchStrategy[Json] = st.recursive(
    st.one_of(st.booleans(), st.just({})), schemas_over, max_leaves=8
)


@settings(max_examples=400, deadline=None)
@given(SCHEMAS, VALUES)
def test_valid_means_the_same_as_for_jsonschema(schema: Json, value: Json) -> None:
    found = ArgumentValidator(schema).violations(value)
    assert (not found) == Draft202012Validator(schema).is_valid(value)


BELOW: Json = {"properties": {"a": {"$ref": "#/$defs/node"}}}
RECURSIVE = {
    "anyOf": {"anyOf": [{**BELOW, "required": ["b"]}, BELOW]},
    "oneOf": {"oneOf": [{"type": "string"}, {**BELOW, "required": ["b"], "type": "object"}, BELOW]},
    "allOf": {"allOf": [BELOW, BELOW]},
    "union of unions": {"allOf": [{"anyOf": [{"type": "null"}, BELOW]}] * 2},
    "condition": {"if": BELOW, "then": BELOW, "else": BELOW},
    "negation": {"not": {"not": BELOW}, "anyOf": [{"type": "null"}, BELOW]},
    "unevaluated": {"anyOf": [BELOW, BELOW], "unevaluatedProperties": False},
}


def nested(leaf: Json, depth: int) -> Json:
    return nested({"a": leaf}, depth - 1) if depth else leaf


def recursive(node: JsonObject) -> JsonObject:
    node = {"type": ["object", "integer"], **node}
    return {"$ref": "#/$defs/node", "$defs": {"node": node}}


@pytest.mark.parametrize("node", RECURSIVE.values(), ids=RECURSIVE)
def test_branches_that_all_recurse_do_not_multiply(node: JsonObject) -> None:
    validator = ArgumentValidator(recursive(node))
    assert validator.violations(nested(1, 60)) == ()
    assert validator.violations(nested("x", 60))
    assert {each.code for each in validator.violations(nested("x", 60))} != {"too_deep"}


def test_a_check_that_takes_too_many_steps_is_a_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("toolspec.contract.bounded.MAX_STEPS", 5_000)
    below = {"properties": {"a": {"$dynamicRef": "#node"}}}
    branches = [{**below, "required": ["b"]}, below]
    validator = ArgumentValidator({"$dynamicAnchor": "node", "anyOf": branches})
    with pytest.raises(ValidationTimeout, match="steps"):
        validator.violations(nested(1, 30))


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_recursive_schemas_end_on_deep_values(data: st.DataObject) -> None:
    names = st.sampled_from(["a", "b"])
    below = st.dictionaries(names, st.just({"$ref": "#/$defs/node"}), min_size=1)
    branch = st.fixed_dictionaries(
        {}, optional={"properties": below, "required": NAMES, "type": st.just("object")}
    )
    branches = st.lists(branch, min_size=2, max_size=4)
    keywords = st.dictionaries(st.sampled_from(["anyOf", "oneOf", "allOf"]), branches, min_size=1)
    validator = ArgumentValidator(recursive(data.draw(keywords)))
    value: Json = data.draw(VALUES)
    for name in data.draw(st.lists(names, min_size=40, max_size=60)):
        value = {name: value}
    assert isinstance(validator.violations(value), tuple)


ODD = st.recursive(
    st.one_of(VALUES, st.sampled_from(["string", "#x", "a#b", "1a", "_a", ["string", "string"]])),
    lambda inner: st.one_of(
        st.lists(inner, max_size=2),
        st.dictionaries(st.sampled_from(sorted(SHAPES)), inner, max_size=3),
    ),
    max_leaves=6,
)


@settings(max_examples=400, deadline=None)
@given(st.dictionaries(st.sampled_from(sorted(SHAPES)), ODD, max_size=3))
def test_shapes_agree_with_the_meta_schema(schema: JsonObject) -> None:
    assume(not any(each in json.dumps(schema) for each in ("Ref", "$ref", "attern")))
    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError:
        with pytest.raises(BrokenSchema):
            ArgumentValidator(schema)
    else:
        ArgumentValidator(schema).violations({})
