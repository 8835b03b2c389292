from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands import Toolspec

FINE = """\
toolspec: 1
name: orders
version: "1"
prompt: {id: p, version: v1, text: Помогай.}
tools: {list_orders: {description: List.}}
cases: [{id: one, user: x, expect: {call: list_orders}}]
"""
TARGETS = """\
targets:
  a: {adapter: openai_chat, model: m, key_env: CHECK_KEY}
  b: {adapter: openai_chat, model: "${CHECK_MODEL}"}
run: {repetitions: 3, retry: {attempts: 1}}
"""
WARNED = FINE + "aliases: {unused: {a: [b]}}\n"


def write(name: str, text: str) -> Path:
    path = Path(name)
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_check_says_what_a_run_would_send(toolspec: Toolspec, tmp_path: Path) -> None:
    ran = toolspec("check", write(f"{tmp_path}/s.yaml", FINE))
    assert (ran.code, ran.err) == (0, "")
    assert ran.lines == [
        f"{tmp_path}/s.yaml: orders 1: 1 tool, 1 case",
        "  a run makes 1 attempt (1 case × 1 target × 1 repetition)"
        " and sends at most 3 requests to reference",
        "  contract                 list_orders",
        "  reference (openai_chat)  exact",
        "no problems found",
    ]


def test_check_needs_no_key(toolspec: Toolspec, tmp_path: Path) -> None:
    ran = toolspec("check", "--strict", write(f"{tmp_path}/s.yaml", FINE + TARGETS))
    assert ran.code == 0
    assert "6 attempts (1 case × 2 targets × 3 repetitions)" in ran.out
    assert "at most 6 requests to a, b" in ran.out
    assert ran.lines[-1] == "2 warnings"
    assert "`CHECK_KEY` is not set" in ran.err
    assert "`CHECK_MODEL` is not set" in ran.err


@pytest.mark.parametrize(("options", "code"), [((), 0), (("--strict",), 2)])
def test_strict_takes_warnings_for_errors(
    toolspec: Toolspec, tmp_path: Path, options: tuple[str, ...], code: int
) -> None:
    ran = toolspec("check", *options, write(f"{tmp_path}/s.yaml", WARNED))
    assert ran.code == code
    assert ran.lines[-1] == ("1 error" if code else "1 warning")


def test_one_broken_file_does_not_hide_the_problems_of_another(
    toolspec: Toolspec, tmp_path: Path
) -> None:
    first = write(f"{tmp_path}/a.yaml", FINE.replace("expect:", "expects:"))
    second = write(f"{tmp_path}/b.yaml", FINE.replace("list_orders}", "list_order}"))
    third = write(f"{tmp_path}/c.yaml", FINE)
    ran = toolspec("check", first, second, third, tmp_path / "none.yaml")
    assert ran.code == 2
    assert [each for each in ran.err.splitlines() if each.startswith("error")] == [
        "error[TS102]: unknown key `expects`",
        "error[TS202]: no tool is named `list_order`",
        "error[TS001]: the file cannot be read: no such file or directory",
    ]
    assert ran.lines[0].startswith(f"{third}: ")
    assert ran.lines[-1] == "3 errors"


def test_without_names_every_spec_of_the_folder_is_checked(
    toolspec: Toolspec, tmp_path: Path
) -> None:
    for name in ("b", "a"):
        write(f"{tmp_path}/specs/{name}.yaml", FINE)
    ran = toolspec("check")
    assert [each.split(":")[0] for each in ran.lines[::4]] == [
        "specs/a.yaml",
        "specs/b.yaml",
        "no problems found",
    ]


def test_json_is_one_document(toolspec: Toolspec, tmp_path: Path) -> None:
    fine = write(f"{tmp_path}/a.yaml", FINE)
    broken = write(f"{tmp_path}/b.yaml", FINE.replace("expect:", "expects:"))
    ran = toolspec("check", "--format", "json", fine, broken)
    found = json.loads(ran.out)
    assert (ran.code, ran.err, found["ok"]) == (2, "", False)
    contracts = found["specs"][0].pop("contracts")
    assert [(each["target"], each["verdict"]) for each in contracts] == [("reference", "exact")]
    assert found["specs"] == [
        {
            "file": str(fine),
            "name": "orders",
            "version": "1",
            "tools": 1,
            "cases": 1,
            "targets": ["reference"],
            "repetitions": 1,
            "attempts": 1,
            "requests_at_most": 3,
        }
    ]
    assert [(each["code"], each["line"], each["pointer"]) for each in found["diagnostics"]] == [
        ("TS102", 6, "/cases/0/expects"),
    ]


def test_json_stays_json_when_there_is_no_spec(toolspec: Toolspec) -> None:
    ran = toolspec("check", "--format", "json")
    found = json.loads(ran.out)
    assert (ran.code, ran.err, found["specs"]) == (2, "", [])
    assert [each["code"] for each in found["diagnostics"]] == ["TS612"]


def test_github_gets_annotations(toolspec: Toolspec, tmp_path: Path) -> None:
    ran = toolspec("check", "--format", "github", write(f"{tmp_path}/s.yaml", WARNED))
    assert ran.code == 0
    assert ran.out.startswith("::warning file=")
    assert "title=TS204" in ran.out
    assert "::the alias table `unused` is not used" in ran.out


def test_a_secret_in_the_file_is_not_printed(toolspec: Toolspec, tmp_path: Path) -> None:
    text = FINE + "targets: {a: {adapter: openai_chat, model: m, api_key: CANARY}}\n"
    path = write(f"{tmp_path}/s.yaml", text)
    for form in ("text", "json", "github"):
        ran = toolspec("check", "--format", form, path)
        assert ran.code == 2
        assert "TS603" in ran.out + ran.err
        assert "CANARY" not in ran.out + ran.err
