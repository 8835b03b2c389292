from __future__ import annotations

from pathlib import Path

import pytest

from toolspec.diagnostics import Diagnostics
from toolspec.loading import Loaded, load_file, load_text
from toolspec.reading import SIZE_LIMIT

SPEC = """\
toolspec: 1
name: orders
version: "1"
prompt: {id: p, version: v1, file: %s}
tools: {list_orders: {description: List.}}
cases: [{id: one, user: x, expect: {call: list_orders}}]
"""


def load(folder: Path, name: str) -> tuple[Loaded | None, list[str]]:
    path = folder / "spec.yaml"
    path.write_text(SPEC % name, encoding="utf-8")
    problems = Diagnostics()
    found = load_file(path, problems)
    assert {each.code for each in problems} <= {"TS223"}
    return found, [each.message for each in problems]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "outside.md").write_text("outside", encoding="utf-8")
    folder = tmp_path / "specs"
    (folder / "prompts").mkdir(parents=True)
    return folder


def test_a_prompt_is_read_from_a_file_beside_the_spec(folder: Path) -> None:
    (folder / "prompts" / "p.md").write_bytes("\ufeffПривет\r\nмир\r".encode())
    found, messages = load(folder, "prompts/p.md")
    assert messages == []
    assert found is not None
    assert found.spec.prompt.text == "Привет\nмир\n"
    assert found.files == {"prompts/p.md": "Привет\nмир\n"}


@pytest.mark.parametrize(
    "name", ["../outside.md", "/etc/hostname", "C:\\x.md", "a/../../outside.md", "\\\\h\\s\\x"]
)
def test_a_prompt_outside_the_folder_is_refused(folder: Path, name: str) -> None:
    assert load(folder, name)[1] == ["the prompt lies outside the folder of the spec"]


def test_a_link_that_leads_out_of_the_folder_is_refused(folder: Path) -> None:
    (folder / "link.md").symlink_to(folder.parent / "outside.md")
    assert load(folder, "link.md")[1] == [
        "the prompt cannot be read: it leads out of the folder of the spec"
    ]


def test_a_link_inside_the_folder_is_followed(folder: Path) -> None:
    (folder / "p.md").write_text("Привет", encoding="utf-8")
    (folder / "link.md").symlink_to(folder / "p.md")
    assert load(folder, "link.md")[1] == []


def test_a_missing_prompt_and_a_folder_are_named(folder: Path) -> None:
    assert load(folder, "p.md")[1] == ["the prompt cannot be read: no such file or directory"]
    assert load(folder, "prompts")[1] == ["the prompt cannot be read: is a directory"]


@pytest.mark.parametrize("text", ["", " \n"])
def test_an_empty_prompt_is_refused(folder: Path, text: str) -> None:
    (folder / "p.md").write_text(text, encoding="utf-8")
    assert load(folder, "p.md")[1] == ["the prompt is empty"]


def test_a_prompt_that_is_no_text_is_refused(folder: Path) -> None:
    (folder / "p.md").write_bytes("привет".encode("cp1251"))
    assert load(folder, "p.md")[1] == ["the prompt is not UTF-8 text"]


def test_a_huge_prompt_is_refused(folder: Path) -> None:
    with (folder / "p.md").open("wb") as stream:
        stream.truncate(SIZE_LIMIT + 1)
    assert load(folder, "p.md")[1] == ["the prompt cannot be read: it is too large"]


def test_a_recorded_prompt_is_taken_from_the_record() -> None:
    problems = Diagnostics()
    found = load_text("f.yaml", SPEC % "p.md", {"p.md": "Привет"}, problems)
    assert found is not None
    assert found.spec.prompt.text == "Привет"
    assert load_text("f.yaml", SPEC % "p.md", {}, problems) is None
    (problem,) = problems
    assert problem.message == "the prompt cannot be read: it was not recorded"
