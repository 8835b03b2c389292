"""The spec files that a command works on: those named, or every `*.yaml` in `./specs`."""

from __future__ import annotations

from pathlib import Path

from toolspec.diagnostics import Diagnostic, Diagnostics, SpecError
from toolspec.loading import Loaded, load_file

FOLDER = Path("specs")


def spec_paths(named: tuple[str, ...]) -> tuple[Path, ...]:
    """The files to read; raises `SpecError` when there are none."""
    if named:
        return tuple(Path(each) for each in dict.fromkeys(named))
    found = tuple(sorted(FOLDER.glob("*.yaml")))
    if not found:
        message = "no spec is named, and `./specs` holds no `*.yaml` file"
        raise SpecError([Diagnostic("TS612", message, help="name a spec file")])
    return found


def load_all(paths: tuple[Path, ...], problems: Diagnostics) -> tuple[Loaded, ...]:
    """Read every file; what is wrong with any of them goes to `problems`."""
    loaded = []
    for path in paths:
        # A file is compiled on its own, so that one broken file does not hide problems of another.
        own = Diagnostics()
        spec = load_file(path, own)
        problems.extend(own)
        if spec is not None:
            loaded.append(spec)
    return tuple(loaded)
