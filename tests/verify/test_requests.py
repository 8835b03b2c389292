"""Names, descriptions, strictness, limits and settings: what a request says besides schemas."""

from __future__ import annotations

from typing import Any

import pytest

from tests.verify.schemas import HINT, dialect
from toolspec.dialect import Dialect, Fact, NameRule, SchemaRules
from toolspec.provider import LiftedRequest, NamedTool, Settings, ToolDefinition
from toolspec.verify import ContractReport, verify

SCHEMA = {"type": "object", "properties": {"a": {"type": "string"}}}


def tool(name: str = "f", description: str = "Do it.", **more: Any) -> ToolDefinition:
    return ToolDefinition(
        name=name, description=description, parameters=more.pop("parameters", SCHEMA), **more
    )


def said(
    tools: list[ToolDefinition],
    there: list[ToolDefinition],
    names: dict[str, str] | None = None,
    speaks: Dialect | None = None,
    settings: dict[str, Any] | None = None,
    lifted: dict[str, Any] | None = None,
    unread: tuple[str, ...] = (),
) -> ContractReport:
    request = LiftedRequest(
        conversation=(),
        tools=tuple(there),
        settings=Settings(model="", **(lifted or {})),
        unread=unread,
    )
    asked = Settings(model="m", **(settings or {}))
    return verify(tuple(tools), asked, request, names or {}, speaks or dialect())


def of_tool(report: ContractReport, keyword: str, place: int = 0) -> tuple[str, str]:
    found = [each for each in report.tools[place].items if each.keyword == keyword]
    (item,) = [each for each in found if each.pointer == ""]
    return item.verdict, item.detail


# --- C48: names


def test_a_renamed_tool_is_rewritten_and_can_be_named_back() -> None:
    report = said(
        [tool("orders.create")], [tool("orders_create")], {"orders_create": "orders.create"}
    )
    (item,) = [each for each in report.tools[0].items if each.keyword == "name"]
    assert (item.verdict, item.reversible) == ("rewritten", True)
    assert (report.tools[0].wire_name, report.tools[0].verdict) == ("orders_create", "exact")


@pytest.mark.parametrize("name", ["создать_заказ", "orders.create", "a b", "f\n", "", "x" * 65])
def test_a_name_outside_of_the_alphabet_is_illegal(name: str) -> None:
    report = said([tool(name)], [tool(name)])
    assert of_tool(report, "name")[0] == "illegal"
    assert report.tools[0].verdict == "refused"


def test_the_rule_of_names_has_a_source() -> None:
    rule = NameRule(longest=3, source="o/r#1", date="2026-01-01")
    report = said([tool("long")], [tool("long")], speaks=dialect(tool_name=rule))
    item = report.tools[0].items[0]
    assert (item.verdict, item.source, item.date) == ("illegal", "o/r#1", "2026-01-01")
    assert "`long` has 4 characters" in item.detail


def test_two_tools_on_one_name_are_illegal() -> None:
    two = [tool("a_b"), tool("a_b", "Another.")]
    report = said([tool("a.b"), tool("a b")], two, {"a_b": "a.b"})
    assert [each.verdict for each in report.tools] == ["refused", "refused"]
    assert "2 tools of the payload are named `a_b`" in of_tool(report, "name")[1]


def test_a_tool_that_is_not_offered_is_refused() -> None:
    report = said([tool("a"), tool("b")], [tool("b")])
    assert [each.verdict for each in report.tools] == ["refused", "exact"]
    assert report.tools[0].wire_name is None


def test_a_tool_that_nobody_asked_for_is_reported() -> None:
    report = said([tool("a")], [tool("a"), tool("b")])
    assert [(each.keyword, each.verdict) for each in report.limits] == [("tools", "weakened")]
    assert report.verdict == "lossy"


# --- descriptions and strictness


@pytest.mark.parametrize(
    ("own", "there", "verdict"),
    [
        ("Do it.", "Do it.", "kept"),
        ("Do it.", 'Do it. [anyOf: [{"required": ["a"]}]]', "kept"),
        ("Do it.", "Do it. [almost: a note]", "weakened"),
        ("Do it.", "Do", "weakened"),
        ("Do it.", "", "dropped"),
        ("", "f", "rewritten"),
    ],
)
def test_descriptions(own: str, there: str, verdict: str) -> None:
    assert of_tool(said([tool("f", own)], [tool("f", there)]), "description")[0] == verdict


@pytest.mark.parametrize(
    ("own", "there", "taken", "verdict"),
    [
        (True, True, "accepted", "kept"),
        (False, False, "unsupported", "kept"),
        (True, False, "unsupported", "dropped"),
        (True, True, "ignored", "dropped"),
        (True, True, "rejected", "illegal"),
        (False, True, "accepted", "narrowed"),
    ],
)
def test_strictness(own: bool, there: bool, taken: str, verdict: str) -> None:
    speaks = dialect(takes={"strict": Fact(value=taken, source="s", date="d")})
    report = said([tool(strict=own)], [tool(strict=there)], speaks=speaks)
    assert of_tool(report, "strict")[0] == verdict


# --- C50: limits


def limited(**limits: int) -> Dialect:
    facts = {key: Fact(value=each, source=f"{key}#1", date="2026") for key, each in limits.items()}
    return dialect(limits=facts)


def test_a_description_is_measured_in_characters() -> None:
    speaks, text = limited(description_characters=1024), "ы" * 1024
    assert said([tool("f", text)], [tool("f", text)], speaks=speaks).verdict == "exact"
    report = said([tool("f", f"{text}ы")], [tool("f", f"{text}ы")], speaks=speaks)
    assert of_tool(report, "description_characters") == ("illegal", "1025, and the limit is 1024")
    (item,) = [each for each in report.tools[0].items if each.keyword == "description_characters"]
    assert (item.source, item.date) == ("description_characters#1", "2026")


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("nesting", 2),
        ("properties", 3),
        ("enum_values", 300),
        ("enum_characters", 300),
        ("schema_characters", 306),
    ],
)
def test_limits_of_a_schema(name: str, size: int) -> None:
    parameters = {
        "type": "object",
        "properties": {
            "a": {"type": "string", "enum": [chr(0x400 + each) for each in range(300)]},
            "b": {
                "type": "array",
                "items": {"type": "object", "properties": {"c": {"const": "xyz"}}},
            },
        },
    }
    tools = [tool(parameters=parameters)]
    assert said(tools, tools, speaks=limited(**{name: size})).verdict == "exact"
    report = said(tools, tools, speaks=limited(**{name: size - 1}))
    assert of_tool(report, name) == ("illegal", f"{size}, and the limit is {size - 1}")


def test_where_there_is_a_strict_mode_schemas_are_measured_for_it() -> None:
    speaks = dialect(
        strict=SchemaRules(otherwise=HINT),
        limits={"properties": Fact(value=0, source="s", date="d")},
    )
    assert said([tool()], [tool()], speaks=speaks).verdict == "exact"
    strict = [tool(strict=True)]
    assert said(strict, strict, speaks=speaks).verdict == "refused"


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("tools", 3),
        ("strict_tools", 2),
        ("strict_properties", 4),
        ("strict_optional_properties", 2),
        ("strict_union_properties", 2),
        ("catalogue_characters", 456),
    ],
)
def test_limits_of_a_request(name: str, count: int) -> None:
    parameters = {
        "type": "object",
        "properties": {"a": {"type": ["string", "null"]}, "b": {"type": "string"}},
        "required": ["b"],
    }
    tools = [
        tool("one", parameters=parameters, strict=True),
        tool("two", parameters=parameters, strict=True),
        tool("six", "Имя", parameters=parameters),
    ]
    report = said(tools, tools, speaks=limited(**{name: count - 1}))
    assert [(each.keyword, each.verdict) for each in report.limits] == [(name, "illegal")]
    assert report.limits[0].detail == f"{count}, and the limit is {count - 1}"
    assert not said(tools, tools, speaks=limited(**{name: count})).limits


# --- C51, C52: settings

NO = "unsupported"


@pytest.mark.parametrize(
    ("asked", "there", "takes", "expected"),
    [
        ({}, {}, {}, {}),
        ({"seed": 7}, {"seed": 7}, {}, {"seed": "kept"}),
        ({"seed": 7}, {"seed": 7}, {"seed": "ignored"}, {"seed": "dropped"}),
        ({"seed": 7}, {"seed": 7}, {"seed": "rejected"}, {"seed": "illegal"}),
        ({"seed": 7}, {"seed": 8}, {}, {"seed": "weakened"}),
        ({"seed": 7}, {}, {"seed": NO}, {"seed": "dropped"}),
        ({"temperature": 0.0}, {}, {"temperature": "rejected"}, {"temperature": "dropped"}),
        ({}, {"max_output_tokens": 9}, {}, {"max_output_tokens": "narrowed"}),
        ({"tool_choice": "required"}, {"tool_choice": "required"}, {}, {"tool_choice": "kept"}),
        ({"tool_choice": "required"}, {}, {"tool_choice.required": NO}, {"tool_choice": "illegal"}),
        ({"tool_choice": "required"}, {"tool_choice": "auto"}, {}, {"tool_choice": "illegal"}),
        (
            {"tool_choice": NamedTool("f")},
            {"tool_choice": NamedTool("f")},
            {},
            {"tool_choice": "kept"},
        ),
        (
            {"tool_choice": NamedTool("f")},
            {"tool_choice": NamedTool("f")},
            {"tool_choice.named": "ignored"},
            {"tool_choice": "dropped"},
        ),
        (
            {"tool_choice": NamedTool("f")},
            {"tool_choice": "required"},
            {},
            {"tool_choice": "illegal"},
        ),
        ({"tool_choice": "auto"}, {}, {}, {"tool_choice": "rewritten"}),
        ({"tool_choice": "auto"}, {"tool_choice": "required"}, {}, {"tool_choice": "narrowed"}),
        ({"tool_choice": "none"}, {}, {}, {"tool_choice": "illegal"}),
        ({}, {"tool_choice": "auto"}, {}, {"tool_choice": "rewritten"}),
        ({"parallel_tool_calls": False}, {}, {}, {"parallel_tool_calls": "dropped"}),
        (
            {"parallel_tool_calls": False},
            {},
            {"parallel_calls": NO, "parallel_tool_calls": NO},
            {"parallel_tool_calls": "rewritten"},
        ),
        ({}, {}, {"tools": "rejected"}, {"tools": "illegal"}),
        ({}, {}, {"whole_answers": NO}, {"whole_answers": "illegal"}),
    ],
)
def test_settings(
    asked: dict[str, Any], there: dict[str, Any], takes: dict[str, str], expected: dict[str, str]
) -> None:
    facts = {key: Fact(value=each, source="s", date="d") for key, each in takes.items()}
    report = said([tool()], [tool()], speaks=dialect(takes=facts), settings=asked, lifted=there)
    assert {each.keyword: each.verdict for each in report.settings} == expected


def test_what_is_not_sent_has_the_reason_of_the_dialect() -> None:
    fact = Fact(value="unsupported", source="o/r#1", date="2026-02-03", note="no such thing")
    report = said([tool()], [tool()], speaks=dialect(takes={"seed": fact}), settings={"seed": 7})
    (item,) = report.settings
    assert (item.source, item.date) == ("o/r#1", "2026-02-03")
    assert item.detail == "7 was asked for: the format has no such field: no such thing"


def test_no_tool_may_be_called_where_none_is_offered() -> None:
    report = said([tool()], [], settings={"tool_choice": "none"})
    assert (report.tools, report.verdict) == ((), "exact")
    assert [each.verdict for each in report.settings] == ["rewritten"]


def test_a_forced_tool_is_known_by_its_canonical_name() -> None:
    report = said(
        [tool("a.b")],
        [tool("a_b")],
        {"a_b": "a.b"},
        settings={"tool_choice": NamedTool("a.b")},
        lifted={"tool_choice": NamedTool("a_b")},
    )
    assert [each.verdict for each in report.settings] == ["kept"]


def test_what_was_not_read_is_mentioned() -> None:
    report = said([tool()], [tool()], unread=("/cache", "/user"))
    assert report.settings[0].detail == "added, and not compared: /cache, /user"
    assert report.verdict == "exact"


# --- the report


def test_the_report_counts_and_lists_losses() -> None:
    lifted = {"type": "object", "properties": {"a": {}}}
    report = said([tool()], [tool(parameters=lifted)], settings={"seed": 7})
    assert report.counts["dropped"] == 2
    assert [(name, item.keyword) for name, item in report.losses] == [("f", "type"), (None, "seed")]
    data = report.to_json()
    assert data["verdict"] == "lossy"
    assert data["counts"]["kept"] == 5
    assert {
        "pointer": "/properties/a/type",
        "keyword": "type",
        "verdict": "dropped",
        "detail": "not in the payload",
    } in data["tools"][0]["items"]
