"""Proofs → a matrix of text: a line a target, a column a tool, in each cell what is lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from toolspec.proof import Proof
from toolspec.rendering import columns
from toolspec.verify import ToolContract
from toolspec.wording import visible

_WIDTH = 100
_GAP = "  "
_HEAD = "contract"
_NOT_OFFERED = "-"


def contract_matrix(proofs: tuple[Proof, ...]) -> Iterator[str]:
    """The lines of the matrix, none without targets.

    The first column counts the losses of a target by kind, when there are any. A cell is a tool's
    verdict with the number of its items that are lost; `-` is a tool that is not offered. What does
    not fit one block of lines goes on below, and then tools with the same cells share a column:
    `NAME +2` stands for three of them.
    """
    if not proofs:
        return
    names = [_HEAD, *(visible(each.name) for each in proofs)]
    summaries = [_summary(each) for each in proofs]
    losses = [["losses", *summaries]] if any(summaries) else []
    room = _WIDTH - _width(names)
    tools = _tool_columns(proofs)
    if sum(map(_needed, losses + tools)) > room:
        tools = _folded(tools)
    for block in _blocks(losses + tools, room):
        yield from _lines([names, *block])


def _tool_columns(proofs: tuple[Proof, ...]) -> list[list[str]]:
    rows = [{tool.tool: tool for tool in proof.tools} for proof in proofs]
    tools = dict.fromkeys(name for row in rows for name in row)
    return [[visible(name), *(_cell(row.get(name)) for row in rows)] for name in tools]


def _folded(shown: list[list[str]]) -> list[list[str]]:
    """The columns with those of the same cells as one, under the name of the first."""
    names: dict[tuple[str, ...], list[str]] = {}
    for name, *cells in shown:
        names.setdefault(tuple(cells), []).append(name)
    return [[_head(found), *cells] for cells, found in names.items()]


def _head(names: list[str]) -> str:
    return f"{names[0]} +{len(names) - 1:,}" if len(names) > 1 else names[0]


def _cell(tool: ToolContract | None) -> str:
    if tool is None:
        return _NOT_OFFERED
    losses = sum(each.is_loss for each in tool.items)
    return f"{tool.verdict} {losses}" if losses else tool.verdict


def _summary(proof: Proof) -> str:
    if not proof.tools:
        return "the tools are in the instructions"
    lost = Counter(item.verdict for tool in proof.tools for item in tool.items if item.is_loss)
    return ", ".join(f"{count} {kind}" for kind, count in sorted(lost.items()))


def _blocks(all_columns: list[list[str]], room: int) -> Iterator[list[list[str]]]:
    """Columns side by side as long as they fit; a block has one at least."""
    block: list[list[str]] = []
    left = room
    for each in all_columns:
        if block and _needed(each) > left:
            yield block
            block, left = [], room
        block.append(each)
        left -= _needed(each)
    yield block


def _needed(column: list[str]) -> int:
    return len(_GAP) + _width(column)


def _lines(side_by_side: list[list[str]]) -> Iterator[str]:
    widths = [_width(each) for each in side_by_side]
    for row in zip(*side_by_side, strict=True):
        padded = (
            cell + " " * (width - columns(cell)) for cell, width in zip(row, widths, strict=True)
        )
        yield _GAP.join(padded).rstrip()


def _width(column: list[str]) -> int:
    return max(map(columns, column))
