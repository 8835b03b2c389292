"""The files of BFCL: which sets a path names, and where their keys and function documents are."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from toolspec.diagnostics import Diagnostic, Diagnostics, Span
from toolspec.importers.bfcl import BfclSet, Function, read, read_class, read_keys
from toolspec.importers.sources import read_json_lines, report
from toolspec.jsontypes import Json

_PREFIX = re.compile(r"^BFCL_v[0-9]+_")
_KEYS = "possible_answer"
_DOCUMENTS = "multi_turn_func_doc"

# Class of a multi-turn entry → file of its function documents. Source: BFCL v4,
# `bfcl_eval/constants/executable_backend_config.py` and the file names of the data.
_CLASSES: Final = {
    "GorillaFileSystem": "gorilla_file_system.json",
    "MathAPI": "math_api.json",
    "MessageAPI": "message_api.json",
    "TicketAPI": "ticket_api.json",
    "TradingBot": "trading_bot.json",
    "TravelAPI": "travel_booking.json",
    "TwitterAPI": "posting_api.json",
    "VehicleControlAPI": "vehicle_control.json",
}


@dataclass(frozen=True, slots=True)
class NamedSet:
    """A set by the name in its file's name, such as `simple_python`."""

    name: str
    file: str
    content: BfclSet


def read_sets(
    data: Path, answers: Path | None, problems: Diagnostics
) -> tuple[tuple[NamedSet, ...], dict[str, tuple[Function, ...]]]:
    """Read the set of a file, or all sets of a folder, and the classes of multi-turn entries.

    Without `answers` the keys are those in `possible_answer` beside the data, if there are any.
    """
    files = sorted(data.glob("*.json")) if data.is_dir() else [data]
    if not files:
        message, help = "there is no `.json` file in this folder", "name a set of BFCL, or a folder"
        problems.add(Diagnostic("TS001", message, Span(str(data), 1, 1), help=help))
    classes = _read_classes(files[0].parent / _DOCUMENTS, problems) if files else {}
    sets = []
    for file in files:
        content = _read_set(file, _keys_file(file, answers), classes, problems)
        if content is not None:
            sets.append(NamedSet(_PREFIX.sub("", file.stem), str(file), content))
    return tuple(sets), classes


def _keys_file(file: Path, answers: Path | None) -> Path | None:
    if answers is None:
        found = file.parent / _KEYS / file.name
        return found if found.exists() else None
    if answers.is_dir():
        found = answers / file.name
        return found if found.exists() else None
    return answers


def _read_set(
    file: Path,
    keys_file: Path | None,
    classes: dict[str, tuple[Function, ...]],
    problems: Diagnostics,
) -> BfclSet | None:
    document = read_json_lines(str(file), problems)
    keys: dict[str, Json] = {}
    if keys_file is not None:
        lines = read_json_lines(str(keys_file), problems)
        if lines is not None:
            keys, refusals = read_keys(lines.root)
            report(refusals, lines, problems)
    if document is None:
        return None
    if not document.root:
        message = "the file holds no entry"
        problems.add(Diagnostic("TS702", message, Span(str(file), 1, 1)))
    content = read(document.root, keys, classes)
    report(content.refusals, document, problems)
    return content


def _read_classes(folder: Path, problems: Diagnostics) -> dict[str, tuple[Function, ...]]:
    classes = {}
    for name, file in _CLASSES.items():
        if not (folder / file).exists():
            continue
        document = read_json_lines(str(folder / file), problems)
        if document is not None:
            classes[name] = read_class(document.root)
            refusals = (each for function in classes[name] for each in function.refusals)
            report(refusals, document, problems)
    return classes
