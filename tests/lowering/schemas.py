"""Schemas and values for property tests: proper ones with references, and anything at all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml
from hypothesis import strategies as st

from tests.going_round import goes_round
from toolspec.contract import ArgumentValidator, BrokenSchema
from toolspec.contract.keywords import SHAPES
from toolspec.dialect import Fact, SchemaRules

HERE = Path(__file__).parent

KEYWORDS = (*SHAPES, "nullable", "definitions", "example")
NAMES = st.sampled_from(("a", "b", "format", "properties", "имя"))
SCALARS = st.sampled_from((None, True, False, 0, 1, 2, 3, 1.0, 1.5, "", "a", "b", "1", "true"))

VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=6,
)


def table(name: str) -> Any:
    return yaml.safe_load((HERE / f"{name}.yaml").read_text("utf-8"))


def rules(words: dict[str, str], rewrites: tuple[str, ...] = ()) -> SchemaRules:
    facts = {key: Fact(value=word, source="test", date="2026-11-30") for key, word in words.items()}
    return SchemaRules(otherwise=facts.pop("otherwise"), features=facts, rewrites=rewrites)


HINTS = rules({"otherwise": "hint"})


def accepts(schema: Any, value: Any) -> bool | None:
    """Whether a value is valid; None where the schema is broken."""
    if goes_round(schema):
        return None
    try:
        return not ArgumentValidator(schema).violations(value)
    except BrokenSchema:
        return None


_TYPES = st.sampled_from(("string", "integer", "number", "boolean", "null", "array", "object"))
_TYPE = _TYPES | st.lists(_TYPES, min_size=1, max_size=3, unique=True)
_SMALL = st.integers(0, 3)
_TARGETS = ("#/$defs/x", "#/$defs/y", "#", "#/properties/a", "#/$defs/x/properties/a")


def _with_keywords(inner: Any) -> Any:
    branches = st.lists(inner, min_size=1, max_size=2)
    values: dict[str, Any] = {
        "type": _TYPE,
        "enum": st.lists(SCALARS, min_size=1, max_size=3),
        "const": SCALARS,
        "minimum": _SMALL,
        "exclusiveMinimum": _SMALL | st.just(0.5),
        "exclusiveMaximum": _SMALL,
        "maxLength": _SMALL,
        "minItems": _SMALL,
        "multipleOf": st.integers(1, 3),
        "uniqueItems": st.booleans(),
        "pattern": st.sampled_from(("a", "^b")),
        "patternProperties": st.dictionaries(st.sampled_from(("a", "^b")), inner, max_size=1),
        "properties": st.dictionaries(NAMES, inner, max_size=2),
        "required": st.lists(NAMES, max_size=2, unique=True),
        "additionalProperties": inner | st.booleans(),
        "items": inner,
        "prefixItems": branches,
        "anyOf": branches,
        "oneOf": branches,
        "allOf": branches,
        "not": inner,
        "description": st.just("D"),
        "$ref": st.sampled_from(_TARGETS[:2]),
    }
    pairs = [st.tuples(st.just(keyword), value) for keyword, value in values.items()]
    return st.lists(st.one_of(pairs), max_size=4).map(dict)


FLAT = _with_keywords(st.booleans() | st.just({}))
_INNER = FLAT | _with_keywords(FLAT)

# References in them may lead nowhere or round in circles.
PROPER = st.builds(
    lambda root, x, y: {**root, "$defs": {"x": x, "y": y}}, _with_keywords(_INNER), _INNER, FLAT
)

_JSON = st.recursive(
    SCALARS | st.sampled_from(_TARGETS) | st.just("object"),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(KEYWORDS) | NAMES, inner, max_size=4)
    ),
    max_leaves=6,
)

# Whatever a file may hold where a schema is expected.
ANYTHING = st.dictionaries(st.sampled_from(KEYWORDS) | NAMES, _JSON, max_size=4)
