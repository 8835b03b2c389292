"""`matrix.context` → `ContextLevels`: filler before the task, and a fact that must not get lost."""

from __future__ import annotations

import re

from toolspec import wording
from toolspec.compiler.scope import Scope
from toolspec.source import PathSteps
from toolspec.spec import ContextLevels

# A request of this size is beyond every model.
MOST_CHARACTERS = 20_000_000

_PLACE = re.compile(r"\{n(?::0?([1-9]?[0-9]))?\}")
_BRACES = re.compile(r"\{\w+(?::[^{}]*)?\}")


def load_context(scope: Scope) -> ContextLevels | None:
    """Read the levels of context; null where the spec varies none."""
    value = scope.root.get("matrix", {}).get("context")
    if value is None:
        return None
    path: PathSteps = ("matrix", "context")
    levels = ContextLevels(
        blocks=tuple(int(each) for each in value["blocks"]),
        text=value["text"],
        needle=value["needle"],
        marker=value.get("marker"),
    )
    _check_blocks(scope, levels, (*path, "blocks"))
    if not _PLACE.search(levels.text):
        message, help = "all blocks would be the same", "number them: `Запись {n:04}. …`"
        scope.error("TS106", message, (*path, "text"), help=help)
    for found in _BRACES.findall(levels.text):
        if not _PLACE.fullmatch(found):
            message = f"`{wording.visible(found)}` is not filled in"
            help = "only `{n}`, or `{n:04}` with a width"
            scope.error("TS106", message, (*path, "text"), help=help)
    if levels.marker is not None and levels.marker not in levels.needle:
        message, help = "the marker does not stand in the needle", "copy a part of the needle"
        scope.error("TS106", message, (*path, "marker"), help=help)
    return levels


def _check_blocks(scope: Scope, levels: ContextLevels, path: PathSteps) -> None:
    for index, count in enumerate(levels.blocks):
        if count in levels.blocks[:index]:
            message = f"{wording.counted(count, 'block')} stand here twice"
            scope.error("TS211", message, (*path, index), help="remove one of the two")
        if count * len(levels.text) > MOST_CHARACTERS:
            message = f"{wording.counted(count, 'block')} are more than a request can hold"
            help = f"at most {MOST_CHARACTERS:,} characters"
            scope.error("TS105", message, (*path, index), help=help)


def context_text(levels: ContextLevels, count: int) -> str:
    """What stands before the task: so many blocks and the needle, with empty lines between."""
    blocks = (_filled(levels.text, number) for number in range(1, count + 1))
    return "".join(f"{each}\n\n" for each in (*blocks, levels.needle))


def _filled(text: str, number: int) -> str:
    return _PLACE.sub(lambda found: f"{number:0{found[1] or 1}}", text)
