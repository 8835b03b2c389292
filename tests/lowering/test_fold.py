"""What a dialect does not take: notes in descriptions, and what stays for verify to name."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.lowering.schemas import ANYTHING, HINTS, PROPER, VALUES, accepts, rules, table
from toolspec.contract.keywords import SHAPES
from toolspec.dialect import SUPPORTS
from toolspec.lowering.fold import Folding
from toolspec.lowering.notes import with_note
from toolspec.lowering.references import holds_references
from toolspec.lowering.rewrites import one_of_to_any_of
from toolspec.lowering.walk import values_of


@pytest.mark.parametrize("row", [pytest.param(row, id=row["name"]) for row in table("folds")])
def test_a_schema_is_folded_as_the_table_says(row: dict[str, Any]) -> None:
    folded, said = Folding(rules(row["rules"])).folded(row["schema"])
    if row.get("same"):
        assert folded is row["schema"]
    else:
        assert folded == row["lowered"]
    assert said == row.get("said", {})


@given(ANYTHING | PROPER, st.sampled_from(SUPPORTS))
@settings(suppress_health_check=list(HealthCheck))
def test_of_any_object_no_rule_about_values_is_left_behind(schema: Any, otherwise: str) -> None:
    words = {"otherwise": otherwise, "description": "hint"}
    before = copy.deepcopy(schema)
    folded, _ = Folding(rules(words)).folded(schema)
    assert schema == before
    if otherwise in ("ignored", "rejected") and "not" not in str(schema):
        left = values_of(folded, "enum", "const", "minimum", "maxLength", "pattern", "default")
        assert list(left) == []


@given(
    PROPER,
    st.dictionaries(st.sampled_from((*SHAPES, "open_object")), st.sampled_from(SUPPORTS)),
    st.sampled_from(SUPPORTS),
    VALUES,
)
@settings(max_examples=300, suppress_health_check=list(HealthCheck))
def test_what_the_contract_accepts_is_accepted_after_folding(
    schema: Any, words: dict[str, str], otherwise: str, value: Any
) -> None:
    schema = one_of_to_any_of.rewrite(schema, HINTS)
    folded, _ = Folding(rules({**words, "otherwise": otherwise})).folded(schema)
    # What a definition loses, its negation gains; and formats that take `oneOf` read `anyOf`.
    if "oneOf" in str(schema) or any(
        holds_references(each) for each in values_of(schema, "not", "if")
    ):
        return
    if accepts(schema, value):
        assert accepts(folded, value)


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
