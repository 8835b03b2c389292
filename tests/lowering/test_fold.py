"""What a dialect does not take: notes in descriptions, and what stays for verify to name."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.lowering.schemas import ANYTHING, PROPER, rules, table
from toolspec.dialect import SUPPORTS
from toolspec.lowering.fold import Folding
from toolspec.lowering.notes import with_note


@pytest.mark.parametrize("row", [pytest.param(row, id=row["name"]) for row in table("folds")])
def test_a_schema_is_folded_as_the_table_says(row: dict[str, Any]) -> None:
    folded, said = Folding(rules(row["rules"])).folded(row["schema"])
    if row.get("same"):
        assert folded is row["schema"]
    else:
        assert folded == row["lowered"]
    assert said == row.get("said", {})


@given(
    ANYTHING | PROPER,
    st.dictionaries(
        st.sampled_from(("enum", "pattern", "$ref", "anyOf")), st.sampled_from(SUPPORTS)
    ),
    st.sampled_from(SUPPORTS),
)
@settings(suppress_health_check=list(HealthCheck))
def test_any_object_is_folded_once_and_for_all(
    schema: Any, words: dict[str, str], otherwise: str
) -> None:
    folding = Folding(rules({**words, "otherwise": otherwise, "description": "hint"}))
    once, _ = folding.folded(schema)
    assert folding.folded(once)[0] == once


@given(
    st.text(),
    st.dictionaries(st.sampled_from(("enum", "maxLength", "const")), st.text(), min_size=1),
)
def test_a_note_is_read_back_from_the_end_of_a_description(text: str, said: dict[str, str]) -> None:
    described = with_note(text, said)
    note = described.removeprefix(f"{text} ") if text else described
    assert note.startswith("[") and note.endswith("]")
    rest, decoder, read = note[1:], json.JSONDecoder(), {}
    while rest:
        keyword, rest = rest.split(": ", 1)
        read[keyword], end = decoder.raw_decode(rest)
        rest = rest[end:].removeprefix("; ").removeprefix("]")
    assert read == said
    assert list(read) == sorted(said)
