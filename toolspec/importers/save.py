"""Specs to disk: checked as `toolspec check` would before anything is written, then in one step."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from toolspec.diagnostics import Diagnostic, Diagnostics, Span
from toolspec.importers.merge import CannotMerge, merge
from toolspec.importers.records import Imported
from toolspec.importers.write import new_text, spec_name
from toolspec.jsontypes import Json
from toolspec.loading import load_text
from toolspec.matchers import identical
from toolspec.reading import read_text
from toolspec.yaml_events import build


@dataclass(frozen=True, slots=True)
class Draft:
    """A file as it will be. `old` is its text now, null when there is none.

    `problems` are mistakes of the cases that a changed tool brings with it: the file is written
    all the same, as only its author can mend them.
    """

    path: Path
    text: str
    old: str | None = None
    added: tuple[str, ...] = ()
    updated: tuple[str, ...] = ()
    only_in_file: tuple[str, ...] = ()
    problems: tuple[Diagnostic, ...] = ()


def draft(path: Path, imported: Imported, origin: str, problems: Diagnostics) -> Draft | None:
    """What `path` will hold; null when `problems` says why it cannot be written."""
    if path.exists():
        return _merged(path, imported, problems)
    text = new_text(imported, name=spec_name(path.stem), origin=origin)
    found = _mistakes(path, text, {})
    problems.extend(found)
    names = tuple(each.name for each in (*imported.tools, *imported.cases))
    return None if found else Draft(path, text, added=names)


def save(drafts: tuple[Draft, ...]) -> None:
    """Write the files, each in one step; raises `OSError`."""
    for each in drafts:
        if each.text != each.old:
            _replace(each.path, each.text)


def _merged(path: Path, imported: Imported, problems: Diagnostics) -> Draft | None:
    text = read_text(path, problems)
    document = None if text is None else build(str(path), text, problems)
    if text is None or document is None or problems.errors:
        return None
    root = document.root
    if not _can_take(root):
        message = "the file exists and is no spec with tools and cases to add to"
        problems.add(_about(path, message, "name another file, or mend this one"))
        return None
    try:
        merged = merge(text, root, imported)
    except CannotMerge as error:
        problems.add(_about(path, f"the file cannot be changed without rewriting it: {error}"))
        return None
    again = build(str(path), merged.text, Diagnostics())
    if again is None or not identical(again.root, merged.root):
        message = "the file cannot be changed without rewriting it: it uses anchors or odd layout"
        problems.add(_about(path, message))
        return None
    found = _mistakes(path, merged.text, _named_files(path, root))
    of_cases = tuple(each for each in found if (each.pointer or "").startswith("/cases"))
    problems.extend(each for each in found if each not in of_cases)
    if problems.errors:
        return None
    return Draft(
        path, merged.text, text, merged.added, merged.updated, merged.only_in_file, of_cases
    )


def _can_take(root: Json) -> bool:
    if not isinstance(root, dict) or not isinstance(root.get("tools"), dict) or not root["tools"]:
        return False
    cases = root.get("cases")
    return (
        isinstance(cases, list)
        and bool(cases)
        and all(isinstance(each, dict) for each in root["tools"].values())
        and all(isinstance(each, dict) and isinstance(each.get("id"), str) for each in cases)
    )


def _named_files(path: Path, root: Json) -> dict[str, str]:
    """The text of the prompt that a spec names, for the check."""
    prompt = root.get("prompt")
    name = prompt.get("file") if isinstance(prompt, dict) else None
    if not isinstance(name, str):
        return {}
    with suppress(OSError, ValueError):
        return {name: (path.parent / name).read_text("utf-8-sig")}
    return {}


def _mistakes(path: Path, text: str, files: dict[str, str]) -> tuple[Diagnostic, ...]:
    found = Diagnostics()
    load_text(str(path), text, files, found)
    return found.errors


def _about(path: Path, message: str, help: str | None = None) -> Diagnostic:
    help = help or "write to another file, and move what is new by hand"
    return Diagnostic("TS705", message, Span(str(path), 1, 1), help=help)


def _replace(path: Path, text: str) -> None:
    """Write beside the file and put it in its place, so that nobody reads half of it."""
    target = path.resolve()
    target.parent.mkdir(parents=True, exist_ok=True)
    mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as stream:
            stream.write(text)
        Path(name).chmod(mode)
        Path(name).replace(target)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
