"""The run folder: the manifest first, then one line a finished attempt, flushed as it finishes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import FileIO
from pathlib import Path

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
        reason = (error.strerror or str(error)).lower()
        super().__init__(f"`{path}` could not be written ({reason}); {saved} attempts are saved")


class Journal:
    """Writes the records of one run; the only place where records reach the disk."""

    def __init__(self, folder: Path, redact: Redactor) -> None:
        self.folder = folder
        self._redact = redact
        self._saved = 0
        self._size = 0
        self._file = _create(folder)

    def write_manifest(self, manifest: JsonObject) -> None:
        """Write everything needed to repeat the run, before the first request.

        Written again, it is replaced as a whole.
        """
        path = self.folder / MANIFEST
        draft = path.with_name(MANIFEST + ".part")
        try:
            draft.write_bytes(self._redact(encode(manifest)) + b"\n")
            draft.replace(path)
        except OSError as error:
            raise JournalError(path, self._saved, error) from error

    def append(self, trace: Trace) -> Trace:
        """Write one record and give it back as a reader will see it: redacted and re-read."""
        line = self._redact(to_line(trace))
        try:
            _write_all(self._file, line)
        except OSError as error:
            self._drop_torn_line()
            raise JournalError(self.folder / ATTEMPTS, self._saved, error) from error
        self._saved += 1
        self._size += len(line)
        return from_line(line)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _drop_torn_line(self) -> None:
        """Take back what was written of a line, so that what is on disk can be read."""
        try:
            self._file.truncate(self._size)
            self._file.seek(self._size)
        except OSError:
            # Then a reader finds a torn last line, which it knows how to leave out.
            return


def _write_all(file: FileIO, line: bytes) -> None:
    """Write the whole line: a disk that is nearly full takes a part without an error."""
    rest = memoryview(line)
    while rest:
        rest = rest[file.write(rest) :]


def _create(folder: Path) -> FileIO:
    """Make the folder and its journal; a folder that holds a run already is refused."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        # Unbuffered: each record is with the operating system as soon as the attempt is finished.
        return FileIO(folder / ATTEMPTS, "x")
    except (FileExistsError, NotADirectoryError) as error:
        raise SpecError([in_use(folder)]) from error
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        message = f"the run folder `{folder}` cannot be made: {reason}"
        raise SpecError([Diagnostic("TS608", message)]) from error


def in_use(folder: Path) -> Diagnostic:
    """Say that a run folder cannot take a run."""
    reason = "already holds a run" if folder.is_dir() else "is not a folder"
    return Diagnostic("TS607", f"`{folder}` {reason}", help="name another folder with `--out`")


def read_attempts(folder: Path, problems: Diagnostics) -> Iterator[Trace]:
    """Read the journal line by line.

    A torn last line (the process was killed while writing) is a warning and is left out; a broken
    line before it is an error, for then the file is not what was written.
    """
    path = folder / ATTEMPTS
    try:
        with path.open("rb") as stream:
            yield from _read(stream, path, problems)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        problems.add(Diagnostic("TS611", f"`{folder}` is not a run folder: {ATTEMPTS}: {reason}"))


def _read(lines: Iterable[bytes], path: Path, problems: Diagnostics) -> Iterator[Trace]:
    for number, line in enumerate(lines, start=1):
        place = Span(str(path), number, 1)
        if not line.endswith(b"\n"):
            problems.add(_torn(place))
            return
        try:
            yield from_line(line)
        except RecordError as error:
            problems.add(Diagnostic("TS610", f"the journal is damaged: {error}", place))
            return


def _torn(place: Span) -> Diagnostic:
    return Diagnostic(
        "TS609",
        "the last record is torn and left out",
        place,
        severity="warning",
        help="the process was stopped while it was written",
    )
