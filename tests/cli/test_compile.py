from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.commands import Toolspec

SPEC = """\
toolspec: 1
name: orders
version: "1"
prompt:
  id: p
  version: v1
  text: |
    Ответь JSON: {"order": "{{ORDER}}"}  {# не комментарий #}
tools:
  quote:
    description: Quote a delivery.
    parameters:
      type: object
      properties: {country: {type: string, enum: [FI, SE, NO]}, at: {type: string}}
      additionalProperties: false
cases:
  - {id: a, user: Доставка в Осло, expect: {call: quote, args: {country: NO, at: 2026-03-01}}}
  - {id: A, user: Доставка, expect: {calls: [{quote: }]}}
  - {id: и́, user: Доставка, expect: {answer: {mentions_all: [да]}}}
targets:
  x: {adapter: openai_chat, model: "${COMPILE_MODEL}", base_url: "https://host/v1", key_env: NO_KEY}
run: {repetitions: 3}
"""


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    path = tmp_path / "spec.yaml"
    path.write_text(SPEC, encoding="utf-8")
    return path


def payload(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def test_every_request_is_written_as_a_file(toolspec: Toolspec, spec: Path) -> None:
    ran = toolspec("compile", spec, "--out", "out", COMPILE_MODEL="gpt")
    assert (ran.code, ran.out, ran.err) == (0, "", "4 files written to out\n")
    names = sorted(str(each.relative_to("out")) for each in Path("out").rglob("*.json"))
    assert names == ["contract.json", "x/A~2.json", "x/a.json", "x/и́.json"]


def test_the_payload_holds_what_the_file_says(toolspec: Toolspec, spec: Path) -> None:
    toolspec("compile", spec, "--out", "out", COMPILE_MODEL="gpt")
    found = payload(Path("out/x/a.json"))
    assert found["model"] == "gpt"
    assert [each["content"] for each in found["messages"]] == [
        'Ответь JSON: {"order": "{{ORDER}}"}  {# не комментарий #}\n',
        "Доставка в Осло",
    ]
    parameters = found["tools"][0]["function"]["parameters"]
    assert parameters["properties"]["country"]["enum"] == ["FI", "SE", "NO"]


def test_the_contract_lists_files_and_long_forms(toolspec: Toolspec, spec: Path) -> None:
    toolspec("compile", spec, "--out", "out", COMPILE_MODEL="gpt")
    contract = payload(Path("out/contract.json"))
    assert [(each["file"], each["case"]) for each in contract["requests"]] == [
        ("x/a.json", "a"),
        ("x/A~2.json", "A"),
        ("x/и́.json", "и́"),
    ]
    assert contract["requests"][0]["url"] == "https://host/v1/chat/completions"
    assert contract["cases"][0]["expect"]["calls"] == [
        {
            "tool": "quote",
            "args": {"country": "NO", "at": "2026-03-01"},
            "match": "exact",
            "after": [],
        }
    ]


def test_the_same_spec_gives_the_same_bytes(toolspec: Toolspec, spec: Path) -> None:
    for name in ("one", "two"):
        toolspec("compile", spec, "--out", name, COMPILE_MODEL="gpt")
    for path in Path("one").rglob("*.json"):
        assert path.read_bytes() == (Path("two") / path.relative_to("one")).read_bytes()


def test_cases_and_targets_are_selected(toolspec: Toolspec, spec: Path) -> None:
    ran = toolspec("compile", spec, "--case", "a", "--target", "reference", "--out", "out")
    assert (ran.code, ran.err) == (0, "2 files written to out\n")
    assert payload(Path("out/contract.json"))["requests"][0]["url"] is None


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (("--case", "b"), "TS605"),
        (("--target", "y"), "TS606"),
        ((), "TS602"),
    ],
)
def test_what_cannot_be_compiled_writes_nothing(
    toolspec: Toolspec, spec: Path, options: tuple[str, ...], code: str
) -> None:
    ran = toolspec("compile", spec, *options, "--out", "out")
    assert ran.code == 2
    assert f"error[{code}]" in ran.err
    assert not Path("out").exists()


def test_a_broken_spec_writes_nothing(toolspec: Toolspec, spec: Path) -> None:
    spec.write_text("a: [", encoding="utf-8")
    ran = toolspec("compile", spec, "--out", "out")
    assert (ran.code, Path("out").exists()) == (2, False)
    assert "error[TS005]" in ran.err


def test_a_folder_that_cannot_be_written_is_named(toolspec: Toolspec, spec: Path) -> None:
    Path("out").write_text("a file", encoding="utf-8")
    ran = toolspec("compile", spec, "--out", "out", COMPILE_MODEL="gpt")
    assert ran.code == 2
    assert "error[TS608]: `out` cannot be written" in ran.err
