"""Whole catalogues, and the settings that go with them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.lowering.schemas import rules
from tests.lowering.targets import dialect
from toolspec.catalog import UnknownPlugin
from toolspec.lowering import admit, lower_catalogue, offers_tools
from toolspec.provider import NamedTool, Settings, ToolDefinition
from toolspec.wire_formats import WIRE_FORMATS

TOOL = ToolDefinition(
    name="pay",
    description="Оплатить.",
    parameters={
        "type": "object",
        "required": ["amount"],
        "properties": {
            "amount": {"type": "number"},
            "promo": {"type": "string"},
            "address": {"type": "object", "properties": {"city": {"type": "string"}}},
        },
    },
    strict=True,
)
STRICT = rules({"otherwise": "enforced"}, ("close_objects", "require_all"))
EVERYTHING = Settings(
    model="m",
    temperature=0.0,
    max_output_tokens=5,
    seed=7,
    tool_choice=NamedTool("a.b"),
    parallel_tool_calls=False,
)


def test_a_catalogue_that_needs_nothing_is_sent_as_it_is() -> None:
    tool = replace(TOOL, strict=False)
    lowered = lower_catalogue((tool,), dialect("object_root", "merge_all_of"))
    assert lowered.tools[0] is tool
    assert lowered.keeps_names


def test_openai_strict_has_every_property_required_and_every_object_closed() -> None:
    (sent,) = lower_catalogue((TOOL,), WIRE_FORMATS.dialect("openai_chat")).tools
    assert sent.strict
    assert sent.parameters == {
        "type": "object",
        "required": ["amount", "promo", "address"],
        "properties": {
            "amount": {"type": "number"},
            "promo": {"type": ["string", "null"]},
            "address": {
                "type": ["object", "null"],
                "properties": {"city": {"type": ["string", "null"]}},
                "required": ["city"],
                "additionalProperties": False,
            },
        },
        "additionalProperties": False,
    }


@pytest.mark.parametrize("acceptance", ["unsupported", "ignored", "rejected"])
def test_a_strict_tool_is_a_usual_one_where_strict_is_not_taken(acceptance: str) -> None:
    target = dialect(takes={"strict": acceptance}, strict=STRICT)
    assert lower_catalogue((TOOL,), target).tools == (replace(TOOL, strict=False),)
    assert lower_catalogue((TOOL,), dialect()).tools == (replace(TOOL, strict=False),)


def test_what_the_root_cannot_say_the_tool_says() -> None:
    words = {"otherwise": "hint", "root_description": "ignored", "minProperties": "ignored"}
    target = replace(dialect(), schema=rules(words))
    tool = replace(TOOL, parameters={"type": "object", "minProperties": 1})
    (sent,) = lower_catalogue((tool,), target).tools
    assert sent.description == "Оплатить. [minProperties: 1]"
    assert sent.parameters == {"type": "object"}


def test_a_schema_that_nests_too_deeply_is_sent_as_it_is() -> None:
    deep: dict[str, Any] = {"type": "string"}
    for _ in range(3000):
        deep = {"items": deep}
    tool = replace(TOOL, parameters=deep, strict=False)
    (sent,) = lower_catalogue((tool,), dialect("object_root", "merge_all_of", "require_all")).tools
    assert sent.parameters is deep


def test_an_unknown_rewrite_is_an_error_of_the_dialect() -> None:
    with pytest.raises(UnknownPlugin):
        lower_catalogue((TOOL,), dialect("make_it_nice"))


def test_settings_that_are_not_taken_are_left_out() -> None:
    tools = (replace(TOOL, name="a.b"),)
    taking = dialect(output_limit_field="max_tokens")
    sent = admit(EVERYTHING, taking, lower_catalogue(tools, taking))
    assert sent == replace(
        EVERYTHING, tool_choice=NamedTool("a_b"), output_limit_field="max_tokens"
    )
    subjects = ("temperature", "max_output_tokens", "seed", "parallel_tool_calls")
    refusing = dialect(takes={each: "rejected" for each in (*subjects, "tool_choice.named")})
    sent = admit(EVERYTHING, refusing, lower_catalogue(tools, refusing))
    assert sent == Settings(model="m")


@pytest.mark.parametrize("choice", ["auto", "required", "none"])
def test_a_tool_choice_is_sent_where_its_kind_is_taken(choice: Any) -> None:
    settings = Settings(model="m", tool_choice=choice, output_limit_field="max_tokens")
    lowered = lower_catalogue((), dialect())
    assert admit(settings, dialect(), lowered) == settings
    assert offers_tools(settings, dialect())
    without = dialect(takes={f"tool_choice.{choice}": "unsupported"})
    assert admit(settings, without, lowered).tool_choice is None
    assert offers_tools(settings, without) == (choice != "none")
