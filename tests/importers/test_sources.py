"""What the readers of tool catalogues make of a source, and what they refuse."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from toolspec.diagnostics import Diagnostics
from toolspec.importers import anthropic_tools, mcp, openai_tools
from toolspec.importers.json_document import json_document, json_lines_document
from toolspec.importers.sources import report

Json = Any

HERE = Path(__file__).parent
READERS = {
    "openai-tools": openai_tools.read,
    "anthropic-tools": anthropic_tools.read,
    "mcp": mcp.read,
}


def table(name: str) -> list[Any]:
    rows = yaml.safe_load((HERE / name).read_text(encoding="utf-8"))
    return [pytest.param(each, id=each["title"]) for each in rows]


@pytest.mark.parametrize("row", table("sources.yaml"))
def test_a_source_becomes_tools_and_what_is_left_out_is_listed(row: Json) -> None:
    imported = READERS[row["reader"]](row["source"])
    assert imported.refusals == ()
    assert {each.name: each.value for each in imported.tools} == row["tools"]
    assert [each.pointer for each in imported.all_left_out] == row["left_out"]
    assert all(each.why for each in imported.all_left_out)


@pytest.mark.parametrize("row", table("refused.yaml"))
def test_a_bad_source_is_refused_with_every_place(row: Json) -> None:
    problems = Diagnostics()
    document = json_document("tools.json", row["text"], problems)
    if document is not None:
        report(READERS[row["reader"]](document.root).refusals, document, problems)
    found = [f"{each.code} {each.span.line}:{each.span.column}" for each in problems if each.span]
    assert found == row["problems"]


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    # Half surrogate pairs too: JSON has escapes for them.
    | st.text(st.characters(exclude_categories=())),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(JSON, st.booleans(), st.sampled_from([None, 0, 2]))
def test_json_is_read_as_python_reads_it_with_a_place_for_every_value(
    value: Json, is_ascii: bool, indent: int | None
) -> None:
    text = json.dumps(value, ensure_ascii=is_ascii, indent=indent)
    problems = Diagnostics()
    document = json_document("x.json", text, problems)
    assert document is not None
    assert json.dumps(document.root) == json.dumps(value)
    if isinstance(value, list) and value and isinstance(value[-1], bool):
        assert document.written((len(value) - 1,)) == json.dumps(value[-1])


def test_every_bad_line_of_json_lines_is_reported() -> None:
    problems = Diagnostics()
    assert json_lines_document("x.json", '{"a": 1}\n\n{"a" 1}\n[1, 1\n{}', problems) is None
    assert [(each.span.line, each.span.column) for each in problems if each.span] == [
        (3, 6),
        (4, 6),
    ]


def test_nesting_without_end_is_refused_and_not_followed() -> None:
    problems = Diagnostics()
    assert json_document("x.json", "[" * 100_000 + "]" * 100_000, problems) is None
    assert [each.code for each in problems] == ["TS701"]
