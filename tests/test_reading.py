"""Files that cannot be read: each has its own message, and none is an exception."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from toolspec.diagnostics import Diagnostic, Diagnostics
from toolspec.loading import load_file
from toolspec.reading import decode, read_file


def only_problem(path: Path) -> Diagnostic:
    problems = Diagnostics()
    assert load_file(path, problems) is None
    (found,) = problems
    return found


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    found = only_problem(tmp_path / "none.yaml")
    assert (found.code, found.message) == (
        "TS001",
        "the file cannot be read: no such file or directory",
    )
    assert found.span is not None
    assert found.span.file.endswith("none.yaml")


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    assert only_problem(tmp_path).message == "this is a folder, not a file"


def test_a_name_that_no_file_can_have_is_refused() -> None:
    assert only_problem(Path("a\0b")).code == "TS001"


def test_a_huge_file_is_not_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "huge.yaml"
    with path.open("wb") as stream:
        stream.truncate(200 * 1024 * 1024)
    assert only_problem(path).code == "TS002"


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no /dev/zero")
def test_an_endless_device_is_not_read_to_its_end() -> None:
    assert only_problem(Path("/dev/zero")).code == "TS002"


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="this system has no /dev/fd")
def test_a_pipe_is_read() -> None:
    reader, writer = os.pipe()
    os.write(writer, b"a: 1\n")
    os.close(writer)
    try:
        found = read_file(Path(f"/dev/fd/{reader}"), Diagnostics())
    finally:
        os.close(reader)
    assert found is not None
    assert found.root == {"a": 1}


@pytest.mark.parametrize(
    ("data", "message", "line", "column"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0", "this is not a text file: byte 0x89 at offset 0", 1, 1),
        ("name: заказ".encode("cp1251"), "the file is not UTF-8 text: byte 0xe7 at offset 6", 1, 7),
        ("a: 1".encode("utf-16"), "the file is not UTF-8 text: byte 0xff at offset 0", 1, 1),
        (b"a: 1\nb: \xd1\x8f\xff", "the file is not UTF-8 text: byte 0xff at offset 10", 2, 5),
        (b"a: 1\nb: \0", "this is not a text file: it holds a NUL character", 2, 4),
    ],
)
def test_what_is_no_text_is_refused_at_its_place(
    data: bytes, message: str, line: int, column: int
) -> None:
    problems = Diagnostics()
    assert decode("f.yaml", data, problems) is None
    (found,) = problems
    assert found.span is not None
    assert (found.code, found.message) == ("TS003", message)
    assert (found.span.line, found.span.column) == (line, column)


def test_a_mark_and_line_ends_of_windows_change_nothing(tmp_path: Path) -> None:
    plain, windows = tmp_path / "plain.yaml", tmp_path / "windows.yaml"
    text = "a: |\n  Привет,\n  мир\nb: [1]\n"
    plain.write_bytes(text.encode())
    windows.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    documents = [read_file(each, Diagnostics()) for each in (plain, windows)]
    roots = [each.root for each in documents if each is not None]
    assert roots == [{"a": "Привет,\nмир\n", "b": [1]}] * 2
