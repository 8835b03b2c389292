"""Any node of a valid spec replaced by any other JSON: never an exception, always a place."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from toolspec import language, rendering
from toolspec.compiler.shape import check_shape
from toolspec.diagnostics import Diagnostics
from toolspec.loading import load_file, load_text
from toolspec.source import PathSteps
from toolspec.yaml_events import build

FULL = Path(__file__).with_name("full.yaml")
SCHEMA = Draft202012Validator(language.schema())


def _root() -> Any:
    loaded = load_file(FULL, Diagnostics())
    assert loaded is not None
    return json.loads(json.dumps(loaded.document.root))


ROOT = _root()


def _paths(value: Any, path: PathSteps = ()) -> Iterator[PathSteps]:
    yield path
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _paths(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _paths(item, (*path, index))


def _replaced(path: PathSteps, value: Any) -> Any:
    root = copy.deepcopy(ROOT)
    if not path:
        return value
    target = root
    for step in path[:-1]:
        target = target[step]
    target[path[-1]] = value
    return root


WORDS = st.sampled_from(
    ["", "x", "call", "get_order", "cancel_order", "order_id", "ORD-123456", "ru", "$any", "${"]
)
KEYS = WORDS | st.sampled_from(["args", "match", "expect", "type", "properties", "$ref", "$one_of"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from([0.5, 1e30, 10**30, 15]) | WORDS,
    lambda children: st.lists(children, max_size=3) | st.dictionaries(KEYS, children, max_size=3),
    max_leaves=5,
)
PATHS = st.sampled_from(sorted(_paths(ROOT), key=str))


def test_the_full_spec_has_every_key_of_the_language() -> None:
    written = {each[-1] for each in _paths(ROOT) if each and isinstance(each[-1], str)}
    # What stands instead of another key has tests of its own.
    assert {each for part in _mappings() for each in part} - written == {"file"}


def _mappings() -> Iterator[dict[str, Any]]:
    waiting = [language.schema()]
    while waiting:
        part = waiting.pop()
        if isinstance(part.get("properties"), dict):
            yield part["properties"]
        waiting += [each for each in part.values() if isinstance(each, dict)]
        waiting += [each for each in part.get("oneOf", ()) if isinstance(each, dict)]


@settings(max_examples=150, deadline=None)
@given(PATHS, VALUES)
@example(("cases", 0, "expect"), {"call": None})
@example(("tools", "get_order", "parameters"), {"properties": 5})
@example(("tools", "get_order", "parameters", "properties"), None)
@example(("run", "seed"), 10**30)
@example(("toolspec",), True)
def test_any_replacement_is_valid_or_a_problem_with_a_place(path: PathSteps, value: Any) -> None:
    text = json.dumps(_replaced(path, value), ensure_ascii=False, indent=1)
    problems = Diagnostics()
    loaded = load_text("f.yaml", text, {}, problems)
    assert (loaded is None) == bool(problems.errors)
    lines = text.split("\n")
    for each in problems:
        assert each.span is not None
        line = lines[each.span.line - 1]
        assert 0 < each.span.column <= len(line)
        assert each.span.column - 1 + each.span.length <= len(line)
        assert rendering.full(each)


@settings(max_examples=300, deadline=None)
@given(PATHS, VALUES)
@example(("cases", 1, "expect", "calls", "any_order", 0), {"call": None})
@example(("cases", 1, "expect", "calls", "any_order", 0), {"call": {}})
@example(("toolspec",), 1.0)
@example(("toolspec",), True)
@example(("cases", 0, "expect"), {})
@example(("run", "retry", "on", 0), 429.0)
def test_the_walker_agrees_with_the_published_schema(path: PathSteps, value: Any) -> None:
    document = _replaced(path, value)
    problems = Diagnostics()
    built = build("f.yaml", json.dumps(document), Diagnostics())
    assert built is not None
    check_shape(built, problems)
    assert (not problems.errors) == SCHEMA.is_valid(document)


def test_the_published_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(language.schema())
