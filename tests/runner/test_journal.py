from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.test_records import trace_of
from toolspec.diagnostics import Diagnostics, SpecError
from toolspec.runner.journal import Journal, JournalError, read_attempts
from toolspec.runner.redaction import Redactor


@contextmanager
def disk_of(size: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    opened = Journal(tmp_path / "out", Redactor([]))
    yield opened
    opened.close()


def test_a_line_for_which_there_is_no_room_is_taken_back(journal: Journal, tmp_path: Path) -> None:
    with disk_of(1500), pytest.raises(JournalError) as failed:
        while True:
            journal.append(trace_of(None))
    problems = Diagnostics()
    read = list(read_attempts(tmp_path / "out", problems))
    assert len(read) == failed.value.saved > 0
    assert len(problems) == 0
    journal.append(trace_of(None))
    assert len(list(read_attempts(tmp_path / "out", problems))) == len(read) + 1


def test_a_manifest_for_which_there_is_no_room_is_told(journal: Journal) -> None:
    with disk_of(10), pytest.raises(JournalError, match="0 attempts are saved"):
        journal.write_manifest({"a": "long" * 10})


def test_a_record_is_given_back_as_a_reader_sees_it(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "out", Redactor(["my-secret"]))
    trace = journal.append(trace_of(None, model="is my-secret"))
    journal.close()
    assert trace.model == "is [redacted]"
    assert list(read_attempts(tmp_path / "out", Diagnostics())) == [trace]


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"TS608 the run folder .* cannot be made"):
        Journal(tmp_path / ("x" * 300), Redactor([]))


def test_a_journal_that_is_taken_meanwhile_is_refused(journal: Journal, tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"TS607 .* already holds a run"):
        Journal(tmp_path / "out", Redactor([]))
