from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.models.expectations import DECISIONS, NEVER, decided, load
from toolspec.judge import Judge
from toolspec.matchers import Unsolvable
from toolspec.models.reference import answer

ROWS: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "reference.yaml").read_text("utf-8")
)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
def test_the_reference_answers_as_the_table_says(row: dict[str, Any]) -> None:
    spec = load(row["case"])
    assert spec is not None
    if "reason" in row:
        with pytest.raises(Unsolvable) as caught:
            answer(spec.cases[0], spec)
        assert row["reason"] in caught.value.reason
        return
    said = answer(spec.cases[0], spec)
    assert Judge(spec).judge(spec.cases[0], decided(said)).outcome in ("pass", "unchecked")
    assert said == answer(spec.cases[0], spec)
    if "calls" in row:
        assert [{each.tool: each.arguments} for each in said.calls] == row["calls"]
    if "text" in row:
        assert said.text == row["text"]
    if "refusal" in row:
        assert said.refusal == row["refusal"]


@given(DECISIONS, st.one_of(st.none(), NEVER))
def test_an_answer_of_the_reference_passes_or_there_is_a_reason(
    expect: dict[str, Any], never: list[Any] | None
) -> None:
    spec = load({"expect": expect if never is None else {**expect, "never": never}})
    assume(spec is not None)
    assert spec is not None
    try:
        said = answer(spec.cases[0], spec)
    except Unsolvable as error:
        assert error.reason
        return
    verdict = Judge(spec).judge(spec.cases[0], decided(said))
    assert verdict.outcome == "pass", [each.message for each in verdict.findings]
