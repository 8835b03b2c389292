import json
from pathlib import Path

import pytest
import yaml

from toolspec.contract import ArgumentValidator
from toolspec.jsontypes import JsonObject

TABLE = yaml.safe_load(Path(__file__).with_name("repair.yaml").read_text("utf-8"))


@pytest.mark.parametrize("row", TABLE, ids=[row["name"] for row in TABLE])
def test_arguments_are_repaired_as_listed(row: JsonObject) -> None:
    before = json.dumps(row["arguments"])
    repaired = ArgumentValidator(row["schema"]).repair(row["arguments"])
    wanted = row["repaired"]
    assert json.dumps(row["arguments"]) == before
    if wanted is None:
        assert repaired is None
    else:
        assert repaired is not None
        assert json.dumps(repaired[0]) == json.dumps(wanted)
        assert repaired[1] == tuple(row["repairs"])


def test_texts_nested_too_often_are_given_up() -> None:
    text = json.dumps({"a": 1})
    for _ in range(6):
        text = json.dumps([text])
    validator = ArgumentValidator(
        {
            "type": "object",
            "properties": {"a": {"$ref": "#/$defs/x"}},
            "$defs": {"x": {"type": "array", "items": {"$ref": "#/$defs/x"}}},
        }
    )
    assert validator.repair({"a": text}) is None
