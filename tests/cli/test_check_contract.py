"""What `check` says of the contract: per target, per format, and when a loss is an error."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.commands import SpecFile, Toolspec
from tests.small_spec import spec_of
from toolspec.wire_formats import WIRE_FORMATS

BOUNDED = {
    "type": "object",
    "properties": {"code": {"type": "string", "maxLength": 40}},
    "required": ["code"],
    "additionalProperties": False,
}


def bounded(**changes: Any) -> Any:
    spec = spec_of()
    spec["tools"] = {"find": {"description": "Find.", "effect": "read", "parameters": BOUNDED}}
    return spec | changes


def test_every_format_is_checked_without_a_target(toolspec: Toolspec, spec_file: SpecFile) -> None:
    ran = toolspec("check", spec_file(bounded()), "--adapter", "all", "--format", "json")
    contracts = json.loads(ran.out)["specs"][0]["contracts"]
    assert [each["target"] for each in contracts] == list(WIRE_FORMATS.names)
    assert all(each["counts"]["illegal"] == 0 for each in contracts)
    verdicts = {each["adapter"]: each["verdict"] for each in contracts}
    assert (verdicts["openai_chat"], verdicts["ollama"]) == ("exact", "lossy")


def test_every_loss_has_a_line_on_request(toolspec: Toolspec, spec_file: SpecFile) -> None:
    path = spec_file(bounded())
    ran = toolspec("check", path, "--adapter", "ollama", "--losses")
    assert ran.lines[1:3] == [
        "  contract  losses                  find",
        "  ollama    2 moved_to_description  lossy 2",
    ]
    assert "    ollama: find /properties/code/maxLength moved_to_description" in ran.out
    assert "maxLength" not in toolspec("check", path, "--adapter", "ollama").out


def test_many_tools_take_few_columns(toolspec: Toolspec, spec_file: SpecFile) -> None:
    spec = bounded()
    spec["tools"] |= {f"look_up_item_{n}": {"description": "Look."} for n in range(90)}
    spec["targets"] = {
        "заказы": {"adapter": "ollama", "model": "m", "base_url": "http://127.0.0.1:9"},
        "text": {"adapter": "mistral", "model": "m", "tool_mode": "json_text"},
    }
    ran = toolspec("check", spec_file(spec))
    assert ran.lines[2:5] == [
        "  contract         losses                             find     look_up_item_0 +89",
        "  заказы (ollama)  92 moved_to_description            lossy 2  lossy 1",
        "  text (mistral)   the tools are in the instructions  -        -",
    ]


def test_a_loss_that_is_not_accepted_is_an_error(toolspec: Toolspec, spec_file: SpecFile) -> None:
    exact = spec_file(bounded(contract={"accept": "exact"}))
    assert toolspec("check", exact).code == 0
    ran = toolspec("check", exact, "--adapter", "ollama")
    assert (ran.code, "TS402" in ran.err) == (2, True)
    excused = spec_file(bounded(contract={"accept": "exact", "tools": {"find": "lossy"}}))
    assert toolspec("check", excused, "--adapter", "ollama").code == 0


def test_a_choice_that_a_format_lacks_is_refused(toolspec: Toolspec, spec_file: SpecFile) -> None:
    path = spec_file(bounded(run={"tool_choice": "required"}))
    ran = toolspec("check", path, "--adapter", "ollama")
    assert (ran.code, "TS401" in ran.err) == (2, True)
    assert toolspec("check", path, "--adapter", "mistral").code == 0


def test_no_tools_are_offered_where_no_call_cannot_be_asked_for(
    toolspec: Toolspec, spec_file: SpecFile, tmp_path: Path
) -> None:
    target = {"a": {"adapter": "ollama", "model": "m"}}
    path = spec_file(bounded(run={"tool_choice": "none"}, targets=target))
    assert toolspec("check", path).code == 0
    assert toolspec("compile", path, "--out", "out").code == 0
    payload = json.loads((tmp_path / "out" / "a" / "case_1.json").read_text("utf-8"))
    assert "tools" not in payload


def test_a_run_that_a_provider_would_reject_is_not_sent(
    toolspec: Toolspec, spec_file: SpecFile, tmp_path: Path
) -> None:
    target = {"a": {"adapter": "ollama", "model": "m", "base_url": "http://127.0.0.1:9"}}
    path = spec_file(bounded(run={"tool_choice": "required"}, targets=target))
    ran = toolspec("run", path, "--out", "out")
    assert (ran.code, "TS401" in ran.err, "nothing was sent" in ran.err) == (2, True, True)
    assert "small.yaml:" in ran.err.split("TS401")[1].split("\n")[1]
    assert not (tmp_path / "out").exists()


def test_tools_that_one_case_offers_never_share_a_name(
    toolspec: Toolspec, spec_file: SpecFile
) -> None:
    spec = bounded()
    tool = spec["tools"]["find"]
    spec["tools"] = {"найти": tool, "найти!": tool}
    first, second = spec_of(cases=2)["cases"]
    spec["cases"] = [first | {"tools": ["найти"]}, second | {"tools": ["найти", "найти!"]}]
    ran = toolspec("check", spec_file(spec), "--format", "json")
    contracts = json.loads(ran.out)["specs"][0]["contracts"]
    names = [[tool["wire_name"] for tool in each["tools"]] for each in contracts]
    assert [len(set(each)) for each in names] == [1, 2]
