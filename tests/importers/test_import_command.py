"""`toolspec import` as users call it."""

from __future__ import annotations

import json
from pathlib import Path

from tests.commands import Toolspec

TOOLS = [
    {"name": "no", "description": "Says no.", "input_schema": {"type": "object", "foo": 1}},
    {"type": "web_search_20250305", "name": "web_search"},
]


def entry(number: int, **properties: object) -> str:
    parameters = {"type": "dict", "properties": properties, "required": []}
    return json.dumps(
        {
            "id": f"s_{number}",
            "question": [[{"role": "user", "content": "Add."}]],
            "function": [{"name": "math.add", "description": "Adds.", "parameters": parameters}],
        }
    )


def test_an_imported_spec_is_valid_and_says_what_it_does_not_hold(
    toolspec: Toolspec, tmp_path: Path
) -> None:
    (tmp_path / "tools.json").write_text(json.dumps(TOOLS), encoding="utf-8")
    ran = toolspec("import", "anthropic-tools", "tools.json", "--out", "tools.yaml")
    assert ran.code == 0
    assert "left out: /1: a `web_search_20250305` tool has its schema at the provider" in ran.err
    assert "left out: /0/input_schema/foo: `foo` is not a keyword of JSON Schema" in ran.err
    text = (tmp_path / "tools.yaml").read_text("utf-8")
    assert "# Left out: /1: " in text
    assert "# Left out: /0/input_schema/foo: " in text
    assert toolspec("check", "tools.yaml").code == 0


def test_a_bad_source_leaves_no_file(toolspec: Toolspec, tmp_path: Path) -> None:
    (tmp_path / "tools.json").write_text(json.dumps([TOOLS[0], TOOLS[0]]), encoding="utf-8")
    ran = toolspec("import", "anthropic-tools", "tools.json", "--out", "tools.yaml")
    assert ran.code == 2
    assert "error[TS703]" in ran.err
    assert not (tmp_path / "tools.yaml").exists()


def test_a_second_import_adds_to_the_file(toolspec: Toolspec, tmp_path: Path) -> None:
    source, out = tmp_path / "tools.json", tmp_path / "tools.yaml"
    source.write_text(json.dumps(TOOLS), encoding="utf-8")
    toolspec("import", "anthropic-tools", "tools.json", "--out", "tools.yaml")
    out.write_text(f"# Mine.\n{out.read_text('utf-8')}", encoding="utf-8")
    yes = {"name": "yes", "description": "Says yes.", "input_schema": {"type": "object"}}
    source.write_text(json.dumps([yes]), encoding="utf-8")
    ran = toolspec("import", "anthropic-tools", "tools.json", "--out", "tools.yaml")
    assert ran.code == 0
    assert "tools.yaml: added: yes" in ran.err
    assert "tools.yaml: kept, though the source has it no longer: no" in ran.err
    assert out.read_text("utf-8").startswith("# Mine.\n")
    assert toolspec("import", "anthropic-tools", "tools.json", "--out", "tools.yaml").code == 0
    assert "2 tools" in toolspec("check", "tools.yaml").out


def test_a_set_of_bfcl_becomes_as_many_specs_as_it_needs(
    toolspec: Toolspec, tmp_path: Path
) -> None:
    lines = [entry(0, a={"type": "float"}), entry(1, b={"type": "float"})]
    (tmp_path / "BFCL_v4_sums.json").write_text("\n".join(lines), encoding="utf-8")
    keys = [{"id": "s_0", "ground_truth": [{"math.add": {"a": [1.0, ""]}}]}]
    (tmp_path / "keys.json").write_text(json.dumps(keys[0]), encoding="utf-8")
    ran = toolspec("import", "bfcl", "BFCL_v4_sums.json", "keys.json", "--out", "sums")
    assert ran.code == 0
    assert "2  function documents of entries" in ran.out
    assert "1  names that OpenAI does not take" in ran.out
    assert "there is no answer key" in ran.err
    for name in ("sums-1.yaml", "sums-2.yaml"):
        assert toolspec("check", f"sums/{name}").code == 0
    one = toolspec("import", "bfcl", "BFCL_v4_sums.json", "keys.json", "--out", "sums.yaml")
    assert one.code == 2
    assert "error[TS706]" in one.err


def test_what_cannot_be_read_or_written_is_said(toolspec: Toolspec, tmp_path: Path) -> None:
    assert "TS001" in toolspec("import", "mcp", "nothing.json", "--out", "a.yaml").err
    (tmp_path / "tools.json").write_text(json.dumps(TOOLS), encoding="utf-8")
    (tmp_path / "file").write_text("", encoding="utf-8")
    ran = toolspec("import", "anthropic-tools", "tools.json", "--out", "file/a.yaml")
    assert ran.code == 2
    assert "TS608" in ran.err
