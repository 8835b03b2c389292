"""Expressions, templates and paths of a spec: what they give, and what they refuse."""

from __future__ import annotations

import json
import subprocess
import sys
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from toolspec.expressions import (
    ExpressionError,
    append_at,
    compile_expression,
    compile_template,
    delete_at,
    get_at,
    parse_state_path,
    problems,
    set_at,
)

TABLE = yaml.safe_load((Path(__file__).parent / "expressions.yaml").read_text("utf-8"))
NAMES = TABLE["names"]

SCALARS = st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=5))
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=8,
)
STATES = st.dictionaries(st.text(max_size=3), VALUES, min_size=1, max_size=3)


@pytest.mark.parametrize(("text", "value"), TABLE["values"])
def test_an_expression_has_the_value_of_the_table(text: str, value: Any) -> None:
    found = compile_expression(text).evaluate(NAMES)
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize(("text", "words"), TABLE["errors"])
def test_an_expression_that_may_not_be_is_told_why(text: str, words: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        compile_expression(text).evaluate(NAMES)
    assert words in caught.value.reason


@pytest.mark.parametrize(("template", "value"), TABLE["templates"])
def test_a_template_gives_values_of_their_own_type(template: Any, value: Any) -> None:
    assert compile_template(template).render(NAMES) == value


@pytest.mark.parametrize(("text", "steps"), TABLE["paths"])
def test_a_path_leads_where_its_keys_say(text: str, steps: list[Any]) -> None:
    assert list(parse_state_path(text).resolve(NAMES)) == steps


@pytest.mark.parametrize("text", TABLE["broken_paths"])
def test_a_broken_path_is_refused(text: str) -> None:
    with pytest.raises(ExpressionError):
        parse_state_path(text).resolve(NAMES)


def test_an_unknown_name_is_told_with_the_nearest() -> None:
    told = problems("stat.items | length", {"state", "args"})
    assert told is not None
    assert "`stat`" in told
    assert "`state`" in told
    assert problems("state.items | length", {"state", "args"}) is None


@pytest.mark.parametrize("text", TABLE["heavy"])
def test_heavy_work_is_refused_before_it_is_done(text: str) -> None:
    names = {"big": list(range(20_000)), "long": "a" * 200_000}
    with pytest.raises(ExpressionError):
        compile_expression(text).evaluate(names)


@pytest.mark.parametrize(
    "text",
    [
        " + ".join(["1"] * 1000),
        "+".join(["1"] * 300),
        "args" + ".a" * 900,
        "args" + "|list" * 300,
        "not " * 400 + "1",
        "-" * 900 + "1",
        "(" * 60 + "1" + ")" * 60,
        " if 1 else ".join(["1"] * 150),
    ],
)
def test_long_and_deep_expressions_are_refused(text: str) -> None:
    with pytest.raises(ExpressionError, match=r"longer than|nests too deeply"):
        compile_expression(text)


def test_a_value_is_a_copy_of_what_it_came_from() -> None:
    state = {"orders": {"1": {"tags": ["a"]}}}
    compile_expression("state.orders['1']").evaluate({"state": state})["tags"].append("b")
    assert state == {"orders": {"1": {"tags": ["a"]}}}


def test_jinja2_is_loaded_with_the_first_expression() -> None:
    program = (
        "import sys, toolspec.expressions as e; e.parse_state_path('a.b');"
        "e.compile_template({'a': 'b'}); print('jinja2' in sys.modules);"
        "e.compile_expression('1'); print('jinja2' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.split() == ["False", "True"]


@given(st.text(max_size=40))
def test_any_text_is_an_expression_or_an_expression_error(text: str) -> None:
    try:
        value = compile_expression(text).evaluate({})
    except ExpressionError as error:
        assert error.reason
    else:
        json.dumps(value, allow_nan=False)


@given(VALUES, st.text(max_size=5))
def test_an_item_of_a_mapping_is_its_value_whatever_its_key(value: Any, key: str) -> None:
    path = f"state[{json.dumps(key, ensure_ascii=False)}]"
    for name in (key, "items", "keys", "get", "__class__", "pop"):
        found = compile_expression(f"state.{name}" if name != key else "state[key]")
        assert found.evaluate({"state": {name: value}, "key": key}) == value
    assert parse_state_path(path).resolve({}) == ("state", key)


@given(VALUES)
def test_a_value_without_expressions_is_its_own_template(value: Any) -> None:
    if "{{" not in repr(value):
        assert compile_template(value).render({}) == value


@given(STATES, VALUES)
def test_a_change_shows_in_the_new_state_and_not_in_the_old(state: Any, value: Any) -> None:
    before = deepcopy(state)
    key = next(iter(state))
    assert get_at(set_at(state, (key,), value), (key,)) == value
    assert get_at(set_at(state, ("new",), value), ("new",)) == value
    assert get_at(append_at(state, ("list of its own",), value), ("list of its own",)) == [value]
    assert key not in delete_at(state, (key,))
    assert state == before


@given(STATES)
def test_what_is_not_there_is_told(state: Any) -> None:
    with pytest.raises(ExpressionError):
        get_at(state, ("not there", "x"))
    with pytest.raises(ExpressionError):
        delete_at(state, ("not there",))
