"""What the data files say of schemas, seen in the payload and in its proof."""

from __future__ import annotations

import json
from typing import Any

import pytest

from toolspec.provider import Settings, ToolDefinition, UserTurn
from toolspec.verify import ToolContract, verify
from toolspec.wire_formats import WIRE_FORMATS


def sent(name: str, *, strict: bool = False, **parameters: Any) -> tuple[str, ToolContract]:
    """The payload as text, and the proof for its only tool."""
    parameters = {"type": "object", "additionalProperties": False, **parameters}
    tool = ToolDefinition(name="find", description="Find.", parameters=parameters, strict=strict)
    prepared = WIRE_FORMATS.load(name).prepare((tool,), "m")
    settings = Settings(model="m")
    request = prepared.lower((UserTurn("?"),), settings)
    lifted = prepared.lift_request(request)
    report = verify((tool,), settings, lifted, prepared.catalogue.names, prepared.dialect)
    return json.dumps(request.body, ensure_ascii=False), report.tools[0]


def verdicts(contract: ToolContract, *keywords: str) -> dict[str, str]:
    return {each.pointer: each.verdict for each in contract.items if each.keyword in keywords}


@pytest.mark.parametrize("name", ["ollama", "ollama_openai"])
def test_where_the_root_has_no_description_the_tool_says_it(name: str) -> None:
    body, contract = sent(
        name, description="Any of both.", properties={"a": {"type": "string"}}, minProperties=1
    )
    assert "Find. [additionalProperties: false; minProperties: 1]" in body
    assert "Any of both." not in body
    assert verdicts(contract, "minProperties", "description") == {
        "": "kept",
        "/description": "dropped",
        "/minProperties": "moved_to_description",
    }


def test_mistral_is_asked_to_be_strict_with_the_usual_schema() -> None:
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", "minProperties": 1}
    body, contract = sent("mistral", strict=True, properties={"a": {"type": "string"}}, **schema)
    assert '"strict": true' in body
    assert '"minProperties": 1' in body
    assert "$schema" not in body
    assert verdicts(contract, "strict") == {"": "kept"}
    assert contract.verdict == "exact"


LONG = "a" * 65
NAMES = {
    "gemini": ["город", "with-dash", "1st", LONG],
    "anthropic": ["город", LONG],
    "gemini_json_schema": [],
    "openai_chat": [],
    "kimi": [],
}


@pytest.mark.parametrize("name", NAMES)
def test_an_argument_name_that_a_format_does_not_take_is_illegal(name: str) -> None:
    names = ["город", "with-dash", "1st", LONG, "city", "_a1"]
    properties = {each: {"type": "string"} for each in names}
    inner = {"where": {"type": "object", "properties": properties}}
    _, contract = sent(name, properties=properties | inner)
    found = verdicts(contract, "property_name")
    assert found == {f"/properties/{each}": "illegal" for each in NAMES[name]}
    assert (contract.verdict == "refused") == bool(NAMES[name])


def test_a_property_of_a_strict_tool_may_not_be_named_as_a_keyword_at_kimi() -> None:
    properties = {each: {"type": "string"} for each in ("$ref", "anyOf", "anyOfThem", "a\nb")}
    _, contract = sent("kimi", strict=True, properties=properties)
    (first, second) = (each for each in contract.items if each.keyword == "property_name")
    assert [first.pointer, second.pointer] == ["/properties/$ref", "/properties/anyOf"]
    assert first.source == "MoonshotAI/walle"
    assert not verdicts(sent("kimi", properties=properties)[1], "property_name")
