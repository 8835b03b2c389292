"""What the readers of tool catalogues share: the list of tools, and one tool from its parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from toolspec import wording
from toolspec.importers.records import Imported, LeftOut, Part, Refusal
from toolspec.importers.schema_parts import schema_parts
from toolspec.importers.writable import unwritable
from toolspec.jsontypes import Json, JsonObject
from toolspec.pointers import json_pointer
from toolspec.source import PathSteps

_LONGEST_NAME = 128

# Why well-known keys have no place in a spec.
_WHY = {
    "allowed_callers": "who may call the tool is not part of a spec",
    "cache_control": "a mark for the provider's prompt cache",
    "defer_loading": "a spec offers its tools from the start",
    "eager_input_streaming": "answers are read whole",
    "icons": "the model does not see them",
    "input_examples": "a spec has no examples of arguments; show them in the description",
    "outputSchema": "a spec does not describe results yet",
    "_meta": "the server's own data",
}


@dataclass(slots=True)
class ToolReading:
    """One tool of a source being read: its place, and what was found so far."""

    path: PathSteps
    left_out: list[LeftOut] = field(default_factory=list)
    refusals: list[Refusal] = field(default_factory=list)

    def leave_out(self, keys: Mapping[str, Json], known: frozenset[str], below: str = "") -> None:
        """List the keys that the reader does not know."""
        base = (*self.path, below) if below else self.path
        for key in keys:
            if key not in known:
                why = _WHY.get(key, "a spec has no place for it")
                self.left_out.append(LeftOut(json_pointer((*base, key)), why, f"key {key}"))

    def refuse(self, message: str, *steps: str, code: str = "TS702") -> None:
        """Refuse the tool for something at `steps` below it."""
        self.refusals.append(Refusal(code, message, (*self.path, *steps)))

    def tool(
        self, source: JsonObject, name_key: str, schema_key: str, below: tuple[str, ...] = ()
    ) -> Part:
        """The tool from its name, description and schema, which stand at `below`."""
        name = self._name(source.get(name_key), (*below, name_key))
        value: JsonObject = {"description": self._description(source, name, below)}
        schema = source.get(schema_key)
        if schema is not None:
            value["parameters"] = self._schema(schema, (*below, schema_key))
        return Part(name, value)

    def _name(self, name: Json, steps: tuple[str, ...]) -> str:
        if not isinstance(name, str):
            self.refuse(f"the name of a tool is a text, not {wording.kind(name)}", *steps)
            return ""
        is_fit = name == name.strip() and 0 < len(name) <= _LONGEST_NAME
        if not is_fit or any(ord(each) < 0x20 or ord(each) == 0x7F for each in name):
            self.refuse(
                f"`{wording.visible(name)}` cannot be the name of a tool", *steps, code="TS203"
            )
        return name

    def _description(self, source: JsonObject, name: str, below: tuple[str, ...]) -> str:
        text = source.get("description")
        if text is not None and not isinstance(text, str):
            self.refuse(f"a description is a text, not {wording.kind(text)}", *below, "description")
        if isinstance(text, str) and text:
            return text
        why = "there is no description; the name of the tool stands in its place"
        self.left_out.append(LeftOut(json_pointer((*self.path, *below)), why, "no description"))
        return name

    def _schema(self, schema: Json, steps: tuple[str, ...]) -> JsonObject:
        if not isinstance(schema, dict):
            self.refuse(f"a schema is a mapping, not {wording.kind(schema)}", *steps)
            return {}
        kept, left_out, refusals = schema_parts(schema, (*self.path, *steps))
        self.left_out.extend(left_out)
        self.refusals.extend(refusals)
        return kept


ReadTool = Callable[[JsonObject, ToolReading], Part | None]


def read_tools(
    tools: Json, path: PathSteps, read_tool: ReadTool, left_out: tuple[LeftOut, ...] = ()
) -> Imported:
    """Read a list of tools, each by `read_tool` (null: the tool is not a function)."""
    if not isinstance(tools, list):
        message = f"the tools are a list, not {wording.kind(tools)}"
        return Imported(tools=(), refusals=(Refusal("TS702", message, path),))
    parts: list[Part] = []
    refusals: list[Refusal] = []
    spare = list(left_out)
    first: dict[str, PathSteps] = {}
    for index, tool in enumerate(tools):
        reading = ToolReading((*path, index))
        part = _read_one(tool, reading, read_tool)
        refusals.extend(reading.refusals)
        if part is None:
            spare.extend(reading.left_out)
            continue
        if part.name in first:
            message = f"two tools have the name `{wording.visible(part.name)}`"
            help = "a spec calls a tool by its name: rename or remove one of the two"
            where = reading.path
            refusals.append(Refusal("TS703", message, where, help, first=first[part.name]))
        first.setdefault(part.name, reading.path)
        parts.append(Part(part.name, part.value, tuple(reading.left_out)))
    if not parts and not refusals:
        refusals.append(Refusal("TS702", "there is no function among the tools", path))
    return Imported(tools=tuple(parts), left_out=tuple(spare), refusals=tuple(refusals))


def _read_one(tool: Json, reading: ToolReading, read_tool: ReadTool) -> Part | None:
    if not isinstance(tool, dict):
        reading.refuse(f"a tool is a mapping, not {wording.kind(tool)}")
        return None
    reading.refusals.extend(unwritable(tool, reading.path))
    return None if reading.refusals else read_tool(tool, reading)
