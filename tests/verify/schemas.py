"""Generated schemas of tools, and what a test needs to have them verified."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from toolspec.dialect import Dialect, Fact, NameRule, SchemaRules
from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import LiftedRequest, Settings, ToolDefinition
from toolspec.verify import ContractReport, Item, verify

HINT = Fact(value="hint", source="a page", date="2026-01-01")


def dialect(rules: SchemaRules | None = None, **more: Any) -> Dialect:
    return Dialect(
        name="test",
        adapter="test",
        title="Test",
        source="a page",
        date="2026-01-01",
        base_url="http://localhost",
        path="/",
        schema=rules or SchemaRules(otherwise=HINT),
        tool_name=more.pop("tool_name", NameRule()),
        **more,
    )


def report_on(
    canonical: JsonObject,
    lifted: JsonObject,
    speaks: Dialect | None = None,
    *,
    strict: bool = False,
) -> ContractReport:
    """The report on one tool `f` whose schema became another one."""
    tool = ToolDefinition(name="f", description="Do it.", parameters=canonical, strict=strict)
    there = ToolDefinition(name="f", description="Do it.", parameters=lifted, strict=strict)
    request = LiftedRequest(conversation=(), tools=(there,), settings=Settings(model=""))
    return verify((tool,), Settings(model="m"), request, {"f": "f"}, speaks or dialect())


def items_of(report: ContractReport) -> tuple[Item, ...]:
    """The items of the schema, without those of the tool itself."""
    (tool,) = report.tools
    own = {"name", "description", "strict"}
    return tuple(each for each in tool.items if each.pointer or each.keyword not in own)


_NAMES = st.sampled_from(["a", "b", "c", "type", "x/y"])
_SCALARS: st.SearchStrategy[Json] = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 3), st.sampled_from(["", "a", "b", "1"])
)
_ANNOTATIONS = st.fixed_dictionaries(
    {},
    optional={
        "description": st.sampled_from(["One.", "Two. [maxLength: 3]", ""]),
        "title": st.sampled_from(["T", "U"]),
        "default": _SCALARS,
        "$comment": st.just("C"),
        "x-hint": _SCALARS,
    },
)


def _joined(*parts: st.SearchStrategy[JsonObject]) -> st.SearchStrategy[JsonObject]:
    return st.tuples(*parts).map(lambda dicts: {k: v for each in dicts for k, v in each.items()})


_STRINGS = st.fixed_dictionaries(
    {"type": st.sampled_from(["string", ["string", "null"], ["string", "integer"]])},
    optional={
        "minLength": st.integers(0, 3),
        "maxLength": st.integers(3, 6),
        "pattern": st.sampled_from(["^a", "b$"]),
        "format": st.sampled_from(["date", "uuid"]),
        "enum": st.lists(st.sampled_from(["a", "b", "c"]), min_size=1, unique=True),
    },
)
_NUMBERS = st.fixed_dictionaries(
    {"type": st.sampled_from(["integer", "number"])},
    optional={
        "minimum": st.integers(-3, 3),
        "exclusiveMaximum": st.integers(4, 8),
        "multipleOf": st.sampled_from([2, 0.5]),
        "enum": st.lists(st.integers(0, 5), min_size=1, unique=True),
    },
)
_LEAVES = st.one_of(
    _STRINGS,
    _NUMBERS,
    st.fixed_dictionaries({"const": _SCALARS}),
    st.just({}),
    st.just({"type": "boolean"}),
    st.just({"type": "null"}),
    st.sampled_from(["#/$defs/d", "#/$defs/e", "#"]).map(lambda text: {"$ref": text}),
)


def _containers(children: st.SearchStrategy[Json]) -> st.SearchStrategy[JsonObject]:
    lists = st.lists(children, min_size=1, max_size=3)
    maps = st.dictionaries(_NAMES, children, max_size=3)
    objects = st.fixed_dictionaries(
        {"type": st.just("object")},
        optional={
            "properties": maps,
            "required": st.lists(_NAMES, unique=True, max_size=2),
            "additionalProperties": st.one_of(st.booleans(), children),
            "patternProperties": st.dictionaries(
                st.sampled_from(["^a", "b"]), children, max_size=2
            ),
            "propertyNames": children,
            "minProperties": st.integers(0, 2),
            "dependentRequired": st.dictionaries(_NAMES, st.lists(_NAMES, unique=True), max_size=1),
            "unevaluatedProperties": st.booleans(),
        },
    )
    arrays = st.fixed_dictionaries(
        {"type": st.just("array")},
        optional={
            "items": st.one_of(children, st.booleans()),
            "prefixItems": lists,
            "contains": children,
            "maxItems": st.integers(0, 3),
            "uniqueItems": st.booleans(),
        },
    )
    combined = st.fixed_dictionaries(
        {},
        optional={"allOf": lists, "anyOf": lists, "oneOf": lists, "not": children, "if": children},
    )
    return st.one_of(objects, arrays, _joined(combined, _LEAVES), _joined(objects, combined))


_PARTS: st.SearchStrategy[JsonObject] = st.recursive(
    _joined(_LEAVES, _ANNOTATIONS),
    lambda children: _joined(_containers(children), _ANNOTATIONS),
    max_leaves=8,
)

# Roots of tools: an object with definitions to which parts may refer.
SCHEMAS = _joined(
    st.fixed_dictionaries(
        {
            "type": st.just("object"),
            "properties": st.dictionaries(_NAMES, _PARTS, max_size=3),
            "$defs": st.fixed_dictionaries({"d": _PARTS, "e": _PARTS}),
        },
        optional={
            "required": st.lists(_NAMES, unique=True, max_size=2),
            "additionalProperties": st.booleans(),
            "allOf": st.lists(_PARTS, min_size=1, max_size=2),
            "anyOf": st.lists(_PARTS, min_size=1, max_size=2),
        },
    ),
    _ANNOTATIONS,
)

_KEYWORDS = [
    *("type", "properties", "items", "$ref", "anyOf", "enum", "required", "allOf", "not", "const"),
    *("$defs", "d", "$id", "oneOf", "additionalProperties", "prefixItems", "minimum", "nullable"),
    *("description", "maxLength", "pattern", "dependentRequired"),
]

ANY_JSON: st.SearchStrategy[Json] = st.recursive(
    st.one_of(_SCALARS, st.floats(allow_nan=True), st.just("#/$defs/d"), st.just("object")),
    lambda children: st.one_of(
        st.lists(children, max_size=3),
        st.dictionaries(
            st.sampled_from(_KEYWORDS),
            children,
            max_size=4,
        ),
    ),
    max_leaves=25,
)

_VALUES: st.SearchStrategy[Json] = st.recursive(
    st.one_of(_SCALARS, st.sampled_from(["abcd", 2.5, 6])),
    lambda children: st.one_of(
        st.lists(children, max_size=3), st.dictionaries(_NAMES, children, max_size=3)
    ),
    max_leaves=6,
)
ARGUMENTS: st.SearchStrategy[JsonObject] = st.dictionaries(_NAMES, _VALUES, max_size=3)
