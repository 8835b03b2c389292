"""Numbers that a provider sets: of one tool, of its schema, and of a request as a whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import orjson

from toolspec.contract.document import Document, Node, Path
from toolspec.dialect import Dialect
from toolspec.jsontypes import Json
from toolspec.provider import ToolDefinition
from toolspec.verify.ledger import item_of
from toolspec.verify.report import Item

# From how many values on the characters of an enum count.
_LONG_ENUM: Final = 250
_OF_SCHEMAS: Final = (
    "nesting",
    "properties",
    "enum_values",
    "enum_characters",
    "schema_characters",
)


def broken_by_tool(tool: ToolDefinition, document: Document, dialect: Dialect) -> Iterator[Item]:
    """The limits that one tool breaks.

    Where a format has a strict mode, the limits of schemas hold for strict tools: it is the
    grammar made of a schema that may not grow.
    """
    yield from _checked(dialect, "description_characters", len(tool.description))
    if any(name in dialect.limits for name in _OF_SCHEMAS) and (
        tool.strict or dialect.strict is None
    ):
        for name, count in _sizes(document).items():
            yield from _checked(dialect, name, count)


def broken_by_request(
    tools: Sequence[ToolDefinition], documents: Sequence[Document], dialect: Dialect
) -> Iterator[Item]:
    """The limits that all tools break together."""
    yield from _checked(dialect, "tools", len(tools))
    if "catalogue_characters" in dialect.limits:
        yield from _checked(dialect, "catalogue_characters", sum(map(_characters, tools)))
    strict = [document for tool, document in zip(tools, documents, strict=True) if tool.strict]
    yield from _checked(dialect, "strict_tools", len(strict))
    if any(name.startswith("strict_") for name in dialect.limits):
        counts = [_strict_counts(each) for each in strict]
        for place, name in enumerate(_STRICT):
            yield from _checked(dialect, name, sum(each[place] for each in counts))


_STRICT: Final = ("strict_properties", "strict_optional_properties", "strict_union_properties")


def _checked(dialect: Dialect, name: str, count: int) -> Iterator[Item]:
    fact = dialect.limits.get(name)
    if fact is not None and isinstance(fact.value, int) and count > fact.value:
        detail = f"{count}, and the limit is {fact.value}"
        yield item_of("", name, "illegal", detail, fact=fact)


def _sizes(document: Document) -> dict[str, int]:
    depths: dict[Path, int] = {}
    properties, values, longest, characters = 0, 0, 0, 0
    for node in document.nodes:
        _note_depth(node, depths)
        keywords = node.keywords
        names = keywords.get("properties")
        enum = keywords.get("enum")
        if isinstance(names, dict):
            properties += len(names)
            characters += sum(map(len, names))
        for key in ("$defs", "definitions"):
            held = keywords.get(key)
            characters += sum(map(len, held)) if isinstance(held, dict) else 0
        if isinstance(enum, list):
            values += len(enum)
            length = sum(map(_length, enum))
            characters += length
            longest = max(longest, length if len(enum) > _LONG_ENUM else 0)
        characters += _length(keywords["const"]) if "const" in keywords else 0
    return {
        "nesting": max(depths.values(), default=0),
        "properties": properties,
        "enum_values": values,
        "enum_characters": longest,
        "schema_characters": characters,
    }


def _note_depth(node: Node, depths: dict[Path, int]) -> None:
    """Objects within objects, the outermost counted; a definition starts anew."""
    above = 0
    if node.parent is not None and node.under not in ("$defs", "definitions"):
        above = depths.get(node.parent.path, 0)
    depths[node.path] = above + (1 if isinstance(node.keywords.get("properties"), dict) else 0)


def _strict_counts(document: Document) -> tuple[int, int, int]:
    """How many properties a schema has, how many may be left out, and how many are unions."""
    total, optional, unions = 0, 0, 0
    for node in document.nodes:
        properties = node.keywords.get("properties")
        if not isinstance(properties, dict):
            continue
        required = node.keywords.get("required")
        names = required if isinstance(required, list) else []
        total += len(properties)
        optional += sum(1 for each in properties if each not in names)
        unions += sum(1 for each in properties.values() if _is_union(each))
    return total, optional, unions


def _is_union(schema: Json) -> bool:
    return isinstance(schema, dict) and ("anyOf" in schema or isinstance(schema.get("type"), list))


def _length(value: Json) -> int:
    return len(value) if isinstance(value, str) else len(str(value))


def _characters(tool: ToolDefinition) -> int:
    definition = {
        "name": tool.name,
        "description": tool.description,
        "parameters": tool.parameters,
    }
    try:
        return len(orjson.dumps(definition).decode())
    except (TypeError, ValueError):
        return len(str(definition))
