"""What a model is told: every tool, readable, and the very forms that are read back."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from toolspec.json_text import read_envelope, render_catalogue
from toolspec.provider import ToolDefinition
from toolspec.trace import Decision

texts = st.text()
schemas = st.dictionaries(texts, texts | st.integers() | st.lists(texts, max_size=3), max_size=4)
catalogues = st.lists(
    st.builds(ToolDefinition, name=texts, description=texts, parameters=schemas),
    min_size=1,
    max_size=4,
).map(tuple)

OFFERED = frozenset({"get_order"})
ORDER = ToolDefinition(
    name="get_order",
    description="Показывает {{ заказ }}.",
    parameters={"type": "object", "properties": {"id": {"type": "string", "pattern": "^№"}}},
)


def test_letters_are_not_escaped_and_braces_are_no_template() -> None:
    line = '{"name":"get_order","description":"Показывает {{ заказ }}.","parameters":{'
    assert line in render_catalogue((ORDER,))
    assert "\\u" not in render_catalogue((ORDER,))


def test_there_is_nothing_to_tell_without_tools() -> None:
    assert render_catalogue(()) == ""


def test_the_forms_it_shows_are_calls() -> None:
    filled = render_catalogue((ORDER,)).replace("<tool>", "get_order")
    filled = filled.replace("<value>", "1").replace("{…}", "{}")
    forms = [each for each in filled.split("\n") if each.startswith(('{"name": ', '{"calls": '))]
    read = [read_envelope(Decision(kind="text", text=each), OFFERED) for each in forms]
    assert [len(each.calls) for each in read] == [1, 2]
    assert all(call.defect is None for each in read for call in each.calls)


@given(catalogues)
def test_every_tool_is_told_whole_on_a_line_of_its_own(tools: tuple[ToolDefinition, ...]) -> None:
    lines = render_catalogue(tools).split("\n")
    told = [json.loads(line) for line in lines if line.startswith('{"name":"')]
    assert told == [
        {"name": each.name, "description": each.description, "parameters": each.parameters}
        for each in tools
    ]
