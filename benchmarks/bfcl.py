"""Every function document of BFCL in every wire format, and what the payloads make of it.

One line a format: how many documents are carried exactly, with a loss, or refused; in how many a
part is narrowed, moved to a description, weakened or dropped; and how many names it does not take.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from pathlib import Path

from toolspec.diagnostics import Diagnostics
from toolspec.importers.bfcl.files import read_sets
from toolspec.importers.bfcl.function import Function
from toolspec.provider import Settings, SystemTurn, ToolDefinition, UserTurn
from toolspec.verify import ContractReport, verify
from toolspec.wire_format import WireFormat
from toolspec.wire_formats import WIRE_FORMATS

_CONVERSATION = (SystemTurn("Use the tools."), UserTurn("Hello!"))
_SETTINGS = Settings(model="any")
_PARTS = ("narrowed", "moved_to_description", "weakened", "dropped")
_COLUMNS = ("documents", "exact", "lossy", "refused", *_PARTS, "illegal names", "seconds")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, help="a set of BFCL, or the folder of all")
    parser.add_argument("--adapter", action="append", help="only this format; may be repeated")
    options = parser.parse_args()
    tools = _tools(options.data)
    names = options.adapter or WIRE_FORMATS.names
    width = max(map(len, names))
    print(" " * width, *(f"{each[:13]:>13}" for each in _COLUMNS))
    for name in names:
        counts = _counts(WIRE_FORMATS.load(name), tools)
        print(f"{name:<{width}}", *(f"{counts[each]:>13,}" for each in _COLUMNS), flush=True)


def _tools(data: Path) -> tuple[ToolDefinition, ...]:
    """All documents, those of the multi-turn classes once."""
    problems = Diagnostics()
    sets, classes = read_sets(data, None, problems)
    if problems.errors:
        raise SystemExit("\n".join(f"{each.code} {each.message}" for each in problems.errors))
    found = [
        each
        for some in sets
        for entry in some.content.entries
        if entry.outcome != "multi-turn"
        for each in entry.functions
    ]
    found += [each for functions in classes.values() for each in functions]
    return tuple(map(_tool, found))


def _tool(function: Function) -> ToolDefinition:
    value = function.part.value
    return ToolDefinition(
        name=function.part.name,
        description=value["description"],
        parameters=value.get("parameters", {"type": "object", "properties": {}}),
    )


def _counts(wire_format: WireFormat, tools: tuple[ToolDefinition, ...]) -> Counter[str]:
    counts: Counter[str] = Counter()
    illegal = set()
    started = time.perf_counter()
    for tool in tools:
        report, wire_name = _report(wire_format, tool)
        counts["documents"] += 1
        counts[report.verdict] += 1
        verdicts = {item.verdict for _, item in report.losses}
        counts.update(each for each in _PARTS if each in verdicts)
        if wire_name != tool.name:
            illegal.add(tool.name)
    counts["illegal names"] = len(illegal)
    counts["seconds"] = round(time.perf_counter() - started)
    return counts


def _report(wire_format: WireFormat, tool: ToolDefinition) -> tuple[ContractReport, str]:
    prepared = wire_format.prepare((tool,), _SETTINGS.model)
    lifted = prepared.lift_request(prepared.lower(_CONVERSATION, _SETTINGS))
    names = prepared.catalogue.names
    report = verify((tool,), _SETTINGS, lifted, names, prepared.dialect)
    return report, prepared.catalogue.tools[0].name


if __name__ == "__main__":
    main()
