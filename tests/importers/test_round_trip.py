"""Any catalogue → YAML → the spec language gives equal tools; no source makes a reader fail."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolspec.diagnostics import Diagnostics
from toolspec.importers import anthropic_tools, bfcl, mcp, openai_tools
from toolspec.importers.save import draft
from toolspec.importers.write import new_text
from toolspec.loading import Loaded, load_text
from toolspec.matchers import identical

Json = Any

# Texts that some reader of YAML takes for something else, or cannot hold without escapes.
WORDS = "no on yes y null ~ true 0123 1_000 +7 0x1F 1e3 .inf NaN 2026-01-02 12:30 << = !tag &a *a #"
LINES = ["a\nb", "a\n", "\na", "a\n\n", "  a\nb", "a\n b\n\tc", "a\tb", "a\r\nb", "a \nb", "a\n\nb"]
SIGNS = [
    "\x85",
    "\u2028a",
    "\ufeffa",
    "\x7f",
    "\x00",
    "\x1b[0m",
    "\ufffe",
    "😀",
    "'",
    '"',
    "\\",
    "$any",
]
MARKS = ["- a", "? a", ": a", "a: b", "a #b", "---", "%YAML", "[a]", "{a: b}", "", " ", " a ", "a:"]
LONG = ["word " * 60, "long: " * 40, "x" * 300, "a  b " * 40, "a # b " * 40, "word - " * 30 + "end"]
TRAPS = st.sampled_from([*WORDS.split(), *LINES, *SIGNS, *MARKS, *LONG])
TEXTS = TRAPS | st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
NUMBERS = st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.just(10**300)
SCALARS = st.none() | st.booleans() | NUMBERS | TEXTS
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
LEAVES = st.fixed_dictionaries(
    {"description": TEXTS}, optional={"const": VALUES, "examples": st.lists(VALUES, max_size=3)}
) | st.fixed_dictionaries({"enum": st.lists(VALUES, min_size=1, max_size=4)})


def objects(inner: st.SearchStrategy[Json]) -> st.SearchStrategy[Json]:
    return st.dictionaries(TEXTS, inner, max_size=3).flatmap(
        lambda properties: st.fixed_dictionaries(
            {
                "type": st.just("object"),
                "properties": st.just(properties),
                "additionalProperties": st.booleans(),
            }
        )
    )


SCHEMAS = objects(
    st.recursive(
        LEAVES,
        lambda inner: (
            objects(inner) | st.fixed_dictionaries({"type": st.just("array"), "items": inner})
        ),
        max_leaves=5,
    )
)
NAMES = st.from_regex(
    r"[^\s\x00-\x1f\x7f]{1,3}( ?[^\s\x00-\x1f\x7f]{1,3})?", fullmatch=True
).filter(
    lambda name: name.strip() == name and not any("\ud800" <= each <= "\udfff" for each in name)
)
TOOLS = st.dictionaries(
    NAMES | st.sampled_from(["no", "123", "<<", "a.b", "!x", "$any", "call"]),
    st.fixed_dictionaries(
        {"description": TEXTS.filter(bool), "parameters": SCHEMAS, "strict": st.booleans()}
    ),
    min_size=1,
    max_size=3,
)


def source(tools: Json) -> Json:
    return [{"type": "function", "name": name, **tool} for name, tool in tools.items()]


def loaded(text: str) -> Loaded:
    problems = Diagnostics()
    found = load_text("spec.yaml", text, {}, problems)
    assert found is not None, [each.message for each in problems.errors]
    return found


def definitions(found: Loaded) -> Json:
    return {
        each.name: {
            "description": each.definition.description,
            "parameters": each.definition.parameters,
            "strict": each.definition.strict,
        }
        for each in found.spec.tools
    }


@settings(max_examples=50)
@given(TOOLS)
def test_a_catalogue_is_the_same_after_its_way_through_yaml(tools: Json) -> None:
    imported = openai_tools.read(source(tools))
    assert imported.refusals == ()
    found = definitions(loaded(new_text(imported, name="s", origin="a file")))
    assert identical(found, tools)
    assert list(found) == list(tools)


@settings(max_examples=25)
@given(TOOLS, TOOLS)
def test_a_catalogue_merged_into_another_is_there_and_a_second_time_changes_nothing(
    tmp_path_factory: pytest.TempPathFactory, before: Json, tools: Json
) -> None:
    path = Path(tmp_path_factory.mktemp("merge"), "spec.yaml")
    first = openai_tools.read(source(before))
    path.write_text(new_text(first, name="s", origin="a file"), encoding="utf-8", newline="")
    imported = openai_tools.read(source(tools))
    problems = Diagnostics()
    merged = draft(path, imported, "a file", problems)
    assert merged is not None, [each.message for each in problems]
    assert identical(definitions(loaded(merged.text)), {**before, **tools})
    path.write_text(merged.text, encoding="utf-8", newline="")
    again = draft(path, imported, "a file", problems)
    assert again is not None
    assert again.text == merged.text


KEYS = (
    "tools type function name description parameters strict inputSchema input_schema annotations"
    " result error readOnlyHint id question role content involved_classes properties items required"
    " enum default optional"
)


@settings(max_examples=100)
@given(
    st.recursive(
        SCALARS,
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(KEYS.split()) | TEXTS,
                inner,
                max_size=4,
            )
        ),
        max_leaves=25,
    )
)
def test_no_source_makes_a_reader_fail(value: Json) -> None:
    for read in (openai_tools.read, anthropic_tools.read, mcp.read):
        imported = read(value)
        assert imported.tools or imported.refusals
    lines = value if isinstance(value, list) else [value]
    bfcl.read(lines, {"": value}, {"C": ()})
    bfcl.read_keys(lines)
    bfcl.read_class(lines)
