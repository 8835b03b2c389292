import json
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from toolspec.contract import ASSERTED_FORMATS, ArgumentValidator, example
from toolspec.jsontypes import JsonObject

TABLE = yaml.safe_load(Path(__file__).with_name("examples.yaml").read_text("utf-8"))


@pytest.mark.parametrize("row", TABLE, ids=[row["name"] for row in TABLE])
def test_example_is_the_listed_value(row: JsonObject) -> None:
    found = example(row["schema"], seed=row.get("seed"))
    assert json.dumps(found) == json.dumps(row["example"])


@pytest.mark.parametrize("name", ASSERTED_FORMATS)
def test_every_format_has_two_examples(name: str) -> None:
    items = {"type": "string", "format": name}
    found = example({"type": "array", "minItems": 2, "uniqueItems": True, "items": items})
    assert found is not None


@settings(max_examples=60, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from("abcd"),
        st.one_of(
            st.builds(lambda low: {"type": "integer", "minimum": low}, st.integers(-9, 9)),
            st.builds(lambda low: {"type": "string", "minLength": low}, st.integers(0, 5)),
            st.builds(lambda values: {"enum": values}, st.lists(st.integers(), min_size=1)),
        ),
    )
)
def test_example_is_valid_and_the_same_each_time(properties: JsonObject) -> None:
    schema = {"type": "object", "properties": properties, "required": sorted(properties)}
    found = example(schema)
    assert found is not None
    assert ArgumentValidator(schema).violations(found) == ()
    assert found == example(schema)
