"""What the dialect knows of each keyword that is sent: enforced, a hint, dropped, or a 400."""

from __future__ import annotations

from typing import Any

import pytest

from tests.verify.schemas import HINT, dialect, items_of, report_on
from toolspec.dialect import Dialect, Fact, SchemaRules
from toolspec.jsontypes import JsonObject

CITY = {"type": "object", "properties": {"city": {"type": "string", "maxLength": 5}}}
TREE = {
    "type": "object",
    "properties": {"tree": {"$ref": "#/$defs/tree"}},
    "$defs": {"tree": {"type": "object", "properties": {"left": {"$ref": "#/$defs/tree"}}}},
}


def speaking(**features: str) -> Dialect:
    facts = {
        name.replace("__", "$"): Fact(value=value, source=f"{name}#1", date="2026-02-03")
        for name, value in features.items()
    }
    return dialect(SchemaRules(otherwise=HINT, features=facts))


def told(schema: JsonObject, lifted: JsonObject, speaks: Dialect, **more: Any) -> dict[str, str]:
    items = items_of(report_on(schema, lifted, speaks, **more))
    return {
        f"{each.pointer} {each.keyword}": each.verdict for each in items if each.verdict != "kept"
    }


def test_kept_keywords_say_what_holds_the_model_to_them() -> None:
    report = report_on(CITY, CITY, speaking(maxLength="enforced"))
    (item,) = (each for each in items_of(report) if each.keyword == "maxLength")
    assert (item.support, item.source, item.date) == ("enforced", "maxLength#1", "2026-02-03")
    (item,) = (each for each in items_of(report) if each.pointer == "/type")
    assert (item.support, item.source) == ("hint", "a page")


@pytest.mark.parametrize("more", [{}, {"title": "T"}], ids=["sent as it is", "changed elsewhere"])
def test_what_the_server_drops_is_dropped(more: JsonObject) -> None:
    report = report_on({**CITY, **more}, CITY, speaking(maxLength="ignored"))
    (item,) = (each for each in items_of(report) if each.keyword == "maxLength")
    assert (item.verdict, item.source) == ("dropped", "maxLength#1")
    assert "the server drops it" in item.detail
    assert report.tools[0].verdict == "lossy"


@pytest.mark.parametrize("more", [{}, {"title": "T"}], ids=["sent as it is", "changed elsewhere"])
def test_what_is_below_a_dropped_keyword_is_dropped_too(more: JsonObject) -> None:
    schema = {"type": "object", "anyOf": [{"required": ["a"]}, {"required": ["b"]}]}
    assert told({**schema, **more}, schema, speaking(root_anyOf="ignored")) == {
        "/anyOf anyOf": "dropped",
        "/anyOf/0/required required": "dropped",
        "/anyOf/1/required required": "dropped",
        **({"/title title": "dropped"} if more else {}),
    }


def test_a_dropped_keyword_can_be_in_the_description_as_well() -> None:
    lifted = {
        "type": "object",
        "properties": {"city": {**CITY["properties"]["city"], "description": "[maxLength: 5]"}},  # type: ignore[index]
    }
    assert told(CITY, lifted, speaking(maxLength="ignored")) == {
        "/properties/city/maxLength maxLength": "moved_to_description"
    }


@pytest.mark.parametrize("more", [{}, {"title": "T"}], ids=["sent as it is", "changed elsewhere"])
def test_what_the_provider_rejects_is_illegal(more: JsonObject) -> None:
    report = report_on({**CITY, **more}, CITY, speaking(maxLength="rejected"))
    (item,) = (each for each in items_of(report) if each.keyword == "maxLength")
    assert (item.pointer, item.verdict) == ("/properties/city/maxLength", "illegal")
    assert (item.source, item.date) == ("maxLength#1", "2026-02-03")
    assert report.tools[0].verdict == report.verdict == "refused"


def test_what_only_the_payload_has_is_illegal_at_the_nearest_place() -> None:
    schema = {"type": "object", "properties": {"a": {"$ref": "#/$defs/a"}}, "$defs": {"a": {}}}
    lifted = {"type": "object", "properties": {"a": {"not": {"not": {"pattern": "x"}}}}}
    found = told(schema, lifted, speaking(pattern="rejected"))
    assert found["/properties/a/pattern pattern"] == "illegal"


@pytest.mark.parametrize(
    ("feature", "schema", "places"),
    [
        ("open_object", CITY, [" open_object"]),
        ("optional_property", CITY, [" optional_property"]),
        ("empty_object", {"type": "object", "properties": {}}, [" empty_object"]),
        ("object_without_properties", {"type": "object"}, [" object_without_properties"]),
        (
            "array_without_items",
            {"type": "object", "properties": {"a": {"type": "array"}}},
            ["/properties/a array_without_items"],
        ),
        (
            "missing_type",
            {"type": "object", "properties": {"a": {"title": "A"}}},
            ["/properties/a missing_type"],
        ),
        ("recursion", TREE, ["/$defs/tree/properties/left/$ref $ref"]),
        ("recursion", CITY, []),
        (
            "recursion",
            {
                "type": "object",
                "properties": {"a": {"$ref": "#/$defs/a"}, "b": {"$ref": "#/$defs/a"}},
                "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"type": "string"}},
            },
            [],
        ),
    ],
)
def test_what_may_not_be_left_unsaid(feature: str, schema: JsonObject, places: list[str]) -> None:
    found = told(schema, schema, speaking(**{feature: "rejected"}))
    assert found == dict.fromkeys(places, "illegal")


def test_references_in_a_circle_of_definitions_are_recursion() -> None:
    schema = {
        "type": "object",
        "properties": {"a": {"$ref": "#/$defs/a"}},
        "$defs": {
            "a": {"type": "array", "items": {"$ref": "#/$defs/b"}},
            "b": {"type": "object", "properties": {"a": {"$ref": "#/$defs/a"}}},
        },
    }
    assert "illegal" in told(schema, schema, speaking(recursion="rejected")).values()


def test_null_is_judged_by_the_word_of_the_format() -> None:
    schema = {"type": "object", "properties": {"a": {"type": ["string", "null"]}}}
    assert told(schema, schema, speaking(type_array="rejected", nullable="hint")) == {}
    assert told(schema, schema, speaking(type_array="rejected")) == {
        "/properties/a/type type": "illegal"
    }


def test_null_among_values_is_judged_by_the_word_of_the_format() -> None:
    values = {"type": ["string", "null"], "enum": ["x", None]}
    schema = {"type": "object", "properties": {"a": values}}
    speaks = speaking(type_array="rejected", nullable="hint", enum_not_text="rejected", enum="hint")
    assert told(schema, schema, speaks) == {}
    values["enum"] = ["x", 1, None]
    assert told(schema, schema, speaks) == {"/properties/a/enum enum": "illegal"}
    values |= {"type": "string", "enum": ["x", None]}
    assert told(schema, schema, speaks) == {"/properties/a/enum enum": "illegal"}


def test_strict_rules_hold_for_strict_tools() -> None:
    speaks = dialect(strict=SchemaRules(otherwise=Fact(value="rejected", source="s", date="d")))
    schema = {"type": "object"}
    assert told(schema, schema, speaks) == {}
    assert set(told(schema, schema, speaks, strict=True).values()) == {"illegal"}


def test_strict_tools_may_not_require_what_is_no_property() -> None:
    speaks = dialect(strict=SchemaRules(otherwise=HINT))
    schema = {"type": "object", "properties": {}, "required": ["a"]}
    assert told(schema, schema, speaks, strict=True) == {"/required required": "illegal"}
    assert told(schema, schema, speaks) == {}


def test_values_of_the_root_are_looked_at_like_others() -> None:
    schema = {"type": "object", "enum": [{"a": 1}]}
    assert told(schema, schema, speaking(enum_of_objects="rejected")) == {"/enum enum": "illegal"}
