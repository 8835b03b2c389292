"""Adding to an existing spec: what is there stays to the letter."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import Any

import pytest

from toolspec.diagnostics import Diagnostics
from toolspec.importers import openai_tools
from toolspec.importers.save import Draft, draft, save

Json = Any

SPEC = """\
# Our tools.
toolspec: 1
name: ours
version: "1"
prompt: {id: p, version: "1", text: "Hell\\u006F"}   # an escape
tools:
  # The first.
  ping:
    description: Pings.   # short
    effect: read
    parameters:
      type: object
      properties:
        host:             # a name
          {type: string}
        port: {type: integer, minimum: 0o0}
      additionalProperties: false
    arguments: {host: {ask: [host]}}

  old: {description: Old., effect: read}
  # The end of the tools.

cases:
  - {id: one, user: Hi, expect: {call: ping, args: {host: a, port: 1}}}
""".replace("0o0", "0")

PING = {
    "type": "object",
    "properties": {"host": {"type": "string"}, "port": {"type": "integer", "minimum": 0}},
    "additionalProperties": False,
}


def tool(name: str, description: str, parameters: Json = None, **more: Json) -> Json:
    return {"name": name, "description": description, "parameters": parameters, **more}


def merged(folder: Path, text: str, *tools: Json) -> tuple[Draft | None, Diagnostics]:
    path = folder / "spec.yaml"
    path.write_text(text, encoding="utf-8", newline="")
    problems = Diagnostics()
    return draft(path, openai_tools.read(list(tools)), "tools.json", problems), problems


def changes(found: Draft) -> list[str]:
    """The lines that went, then those that came."""
    lines = list(difflib.ndiff((found.old or "").splitlines(), found.text.splitlines()))
    return [each for sign in "-+" for each in lines if each[0] == sign]


def test_tools_that_are_equal_change_nothing(tmp_path: Path) -> None:
    found, _ = merged(tmp_path, SPEC, tool("ping", "Pings.", PING), tool("old", "Old."))
    assert found is not None
    assert found.text == SPEC
    assert (found.added, found.updated, found.only_in_file) == ((), (), ())


def test_a_new_tool_comes_last_and_one_that_is_gone_stays(tmp_path: Path) -> None:
    found, _ = merged(tmp_path, SPEC, tool("ping", "Pings.", PING), tool("new", "no", strict=True))
    assert found is not None
    assert (found.added, found.updated, found.only_in_file) == (("new",), (), ("old",))
    assert changes(found) == ['+   new: {description: "no", strict: true}']


def test_a_changed_tool_is_changed_only_where_it_differs(tmp_path: Path) -> None:
    properties = {
        "host": {"type": "string", "minLength": 1},
        "port": {"type": "integer"},
        "ttl": {"type": "integer"},
    }
    parameters = {"type": "object", "properties": properties, "additionalProperties": False}
    found, _ = merged(tmp_path, SPEC, tool("ping", "Pings: twice.", parameters, strict=True))
    assert found is not None
    assert found.updated == ("ping",)
    assert changes(found) == [
        "-     description: Pings.   # short",
        "-         host:             # a name",
        "-           {type: string}",
        "-         port: {type: integer, minimum: 0}",
        '+     description: "Pings: twice."   # short',
        "+         host: {type: string, minLength: 1}  # a name",
        "+         port: {type: integer}",
        "+         ttl: {type: integer}",
        "+     strict: true",
    ]


def test_an_argument_that_is_gone_is_removed_and_the_case_it_breaks_is_shown(
    tmp_path: Path,
) -> None:
    parameters = {**PING, "properties": {"host": {"type": "string"}}}
    found, problems = merged(tmp_path, SPEC, tool("ping", "Pings.", parameters))
    assert found is not None
    assert changes(found) == ["-         port: {type: integer, minimum: 0}"]
    assert [each.code for each in found.problems] == ["TS221"]
    assert len(problems) == 0


@pytest.mark.parametrize("line_break", ["\n", "\r\n"])
@pytest.mark.parametrize("ending", ["", "\n"])
def test_line_breaks_and_the_end_of_the_file_stay(
    tmp_path: Path, line_break: str, ending: str
) -> None:
    cases, tools = SPEC[SPEC.index("cases:") :], SPEC[SPEC.index("tools:") : SPEC.index("cases:")]
    text = (SPEC.replace(tools, "").replace(cases, cases + tools).rstrip() + ending).replace(
        "\n", line_break
    )
    found, problems = merged(tmp_path, text, tool("new", "New."))
    assert found is not None, [each.message for each in problems]
    new = f"  new: {{description: New.}}{line_break}"
    assert found.text.replace(new, "").rstrip() == text.rstrip()
    assert found.text.count("\n") == found.text.count(line_break)


def test_tools_in_brackets_stay_in_brackets(tmp_path: Path) -> None:
    tools = SPEC[SPEC.index("tools:") : SPEC.index("cases:")]
    text = SPEC.replace(tools, "tools: {ping: {description: Pings., effect: read}}  # one\n")
    text = text.replace(", args: {host: a, port: 1}", "")
    found, _ = merged(tmp_path, text, tool("ping", "Pings!"), tool("a b", "No."))
    assert found is not None
    assert "{ping: {description: Pings!, effect: read}, a b: {description: No.}}  # one" in (
        found.text.replace('"Pings!"', "Pings!").replace('"No."', "No.").replace('"a b"', "a b")
    )


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (
            SPEC.replace("old: {", "old: &x {").replace("  # The end", "  b: *x\n  # The end"),
            "TS705",
        ),
        (SPEC.replace("    effect: read\n", "    <<: {effect: read}\n", 1), None),
        ("- 1\n", "TS705"),
        ("tools: [a\n", "TS005"),
        (SPEC.replace("tools:", "tools: {}\nmore:"), "TS705"),
        (SPEC.replace("version", "versoin", 1), "TS102"),
    ],
)
def test_a_file_that_cannot_take_the_change_is_refused_and_left_alone(
    tmp_path: Path, text: str, code: str | None
) -> None:
    found, problems = merged(tmp_path, text, tool("old", "New."), tool("b", "Old."))
    assert (found is None) == (code is not None)
    assert {each.code for each in problems.errors} >= ({code} if code else set())
    assert (tmp_path / "spec.yaml").read_text("utf-8") == text


def test_a_saved_file_keeps_its_mode_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    found, _ = merged(tmp_path, SPEC, tool("new", "New."))
    assert found is not None
    found.path.chmod(0o640)
    save((found,))
    assert found.path.read_text("utf-8") == found.text
    assert found.path.stat().st_mode & 0o777 == 0o640
    assert [each.name for each in tmp_path.iterdir()] == ["spec.yaml"]
