"""Files → specs, for the command line and for library users: reading and compiling in one call."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from toolspec.catalog import Catalog
from toolspec.compiler.load import load
from toolspec.compiler.vocabulary import Vocabulary
from toolspec.diagnostics import Diagnostic, Diagnostics
from toolspec.metrics import METRICS
from toolspec.source import Document, read_file
from toolspec.spec import Spec
from toolspec.yaml_events import build

ADAPTERS = Catalog("adapter", "toolspec_adapters")


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
        adapters=ADAPTERS.names,
        metrics={name: bool(METRICS.load(name).IS_SHARE) for name in METRICS.names},
    )


def load_file(path: Path, problems: Diagnostics) -> Loaded | None:
    """Read and compile a spec file; null when `problems` holds errors."""
    document = read_file(path, problems)
    files: dict[str, str] = {}

    def read_text(name: str) -> str:
        files[name] = (path.parent / name).read_text(encoding="utf-8-sig")
        return files[name]

    if document is None or problems.errors:
        return None
    spec = load(document, vocabulary(), problems, read_text=read_text)
    return None if spec is None else Loaded(spec, document, files, problems.warnings)


def load_text(name: str, text: str, files: dict[str, str], problems: Diagnostics) -> Loaded | None:
    """Compile a spec that a run folder recorded; `files` are the texts it names."""
    document = build(name, text, problems)

    def read_text(wanted: str) -> str:
        try:
            return files[wanted]
        except KeyError as error:
            raise FileNotFoundError(2, "it was not recorded") from error

    if document is None or problems.errors:
        return None
    spec = load(document, vocabulary(), problems, read_text=read_text)
    return None if spec is None else Loaded(spec, document, files, problems.warnings)
