"""Files → specs, for the command line and for library users: reading and compiling in one call."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from errno import EACCES, EFBIG, ENOENT
from functools import cache
from pathlib import Path

from toolspec.compiler.load import load
from toolspec.compiler.vocabulary import Vocabulary
from toolspec.diagnostics import Diagnostic, Diagnostics
from toolspec.injections import injection_names
from toolspec.metrics import METRICS
from toolspec.reading import SIZE_LIMIT, read_bytes, read_file
from toolspec.source import Document
from toolspec.spec import Spec
from toolspec.wire_formats import WIRE_FORMATS
from toolspec.yaml_events import build


@dataclass(frozen=True, slots=True)
class Loaded:
    """A spec with its source. `files` holds the texts it names, by the name it gives them."""

    spec: Spec
    document: Document
    files: dict[str, str]
    warnings: tuple[Diagnostic, ...]

    @property
    def sha256(self) -> str:
        """The hash of the source text, in hex."""
        return hashlib.sha256(self.document.text.encode()).hexdigest()


@cache
def vocabulary() -> Vocabulary:
    """The names of the installed plugins."""
    return Vocabulary(
        adapters=WIRE_FORMATS.names,
        metrics={name: bool(METRICS.load(name).IS_SHARE) for name in METRICS.names},
        injections=injection_names(),
    )


def load_file(path: Path, problems: Diagnostics) -> Loaded | None:
    """Read and compile a spec file; null when `problems` holds errors."""
    document = read_file(path, problems)
    return _load(document, lambda name: _read_beside(path, name), problems)


def load_text(name: str, text: str, files: dict[str, str], problems: Diagnostics) -> Loaded | None:
    """Compile a spec that a run folder recorded; `files` are the texts it names."""

    def read_text(wanted: str) -> str:
        try:
            return files[wanted]
        except KeyError as error:
            raise FileNotFoundError(ENOENT, "it was not recorded") from error

    return _load(build(name, text, problems), read_text, problems)


def _load(
    document: Document | None, read_text: Callable[[str], str], problems: Diagnostics
) -> Loaded | None:
    # Of a key given twice the first stands, so the rest can be checked; other mistakes of reading
    # lose a part of the file, and what is said of the rest would not hold.
    if document is None or any(each.code != "TS008" for each in problems.errors):
        return None
    files: dict[str, str] = {}

    def read_and_keep(name: str) -> str:
        files[name] = read_text(name)
        return files[name]

    spec = load(document, vocabulary(), problems, read_text=read_and_keep)
    return None if spec is None else Loaded(spec, document, files, problems.warnings)


def _read_beside(path: Path, name: str) -> str:
    """The text of a file in the folder of a spec or below it, with the line ends of Unix.

    Raises `OSError` (also when a link leads out of the folder) or `UnicodeDecodeError`.
    """
    folder = path.parent.resolve()
    wanted = (folder / name).resolve()
    if not wanted.is_relative_to(folder):
        raise PermissionError(EACCES, "it leads out of the folder of the spec")
    data = read_bytes(wanted)
    if len(data) > SIZE_LIMIT:
        raise OSError(EFBIG, "it is too large")
    return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
