"""The run folder: the manifest first, then one line a finished attempt, flushed as it finishes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from toolspec.diagnostics import Diagnostic, Diagnostics, Span, SpecError, ToolspecError
from toolspec.jsontypes import JsonObject
from toolspec.records import RecordError, encode, from_line, to_line
from toolspec.runner.redaction import Redactor
from toolspec.trace import Trace

ATTEMPTS = "attempts.jsonl"
MANIFEST = "manifest.json"


class JournalError(ToolspecError):
    """A record could not be written (a full disk); `saved` records are safe. Exit code 3."""

    def __init__(self, path: Path, saved: int, error: OSError) -> None:
        self.saved = saved
        super().__init__(f"{path} could not be written ({error.strerror}); {saved} attempts are saved")


class Journal:
    """Writes the records of one run; the only place where records reach the disk."""

    def __init__(self, folder: Path, redact: Redactor) -> None:
        self.folder = folder
        self._redact = redact
        self._saved = 0
        self._stream: BinaryIO = _create(folder)

    def write_manifest(self, manifest: JsonObject) -> None:
        """Write everything needed to repeat the run, before the first request."""
        (self.folder / MANIFEST).write_bytes(self._redact(encode(manifest)) + b"\n")

    def append(self, trace: Trace) -> Trace:
        """Write one record and give it back as a reader will see it: redacted and re-read."""
        line = self._redact(to_line(trace))
        try:
            self._stream.write(line)
        except OSError as error:
            raise JournalError(self.folder / ATTEMPTS, self._saved, error) from error
        self._saved += 1
        return from_line(line)

    def close(self) -> None:
        """Close the file."""
        self._stream.close()


def _create(folder: Path) -> BinaryIO:
    """Make the folder and its journal; a folder that holds a run already is refused."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        # Unbuffered: each record is with the operating system as soon as the attempt is finished.
        return (folder / ATTEMPTS).open("xb", buffering=0)
    except FileExistsError as error:
        message = f"`{folder}` already holds a run" if folder.is_dir() else f"`{folder}` is not a folder"
        raise SpecError([Diagnostic("TS607", message, help="name another folder with `--out`")]) from error
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise SpecError([Diagnostic("TS608", f"the run folder `{folder}` cannot be made: {reason}")]) from error


def read_attempts(folder: Path, problems: Diagnostics) -> Iterator[Trace]:
    """Read the journal line by line.

    A torn last line (the process was killed while writing) is a warning and is left out; a broken
    line before it is an error, for then the file is not what was written.
    """
    path = folder / ATTEMPTS
    with path.open("rb") as stream:
        for number, line in enumerate(stream, start=1):
            place = Span(str(path), number, 1)
            if not line.endswith(b"\n"):
                message = "the last record is torn and left out"
                problems.add(Diagnostic("TS609", message, place, severity="warning",
                                        help="the process was stopped while it was written"))
                return
            try:
                yield from_line(line)
            except RecordError as error:
                problems.add(Diagnostic("TS610", f"the journal is damaged: {error}", place))
                return
