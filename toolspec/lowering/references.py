"""Where the references of a schema lead, and definitions that nothing refers to any more."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Final
from urllib.parse import unquote

from toolspec.contract.document import Document, Path
from toolspec.contract.keywords import REFERENCES
from toolspec.jsontypes import Json, JsonObject
from toolspec.lowering.walk import values_of
from toolspec.pointers import json_pointer, split

DEFINITIONS: Final = ("$defs", "definitions")


class References:
    """The references of one schema. Looking around in it costs nothing until the first question."""

    def __init__(self, root: Json) -> None:
        self._root = root

    def target(self, reference: Json) -> tuple[bool, Json]:
        """Whether a reference leads to a schema of the same document, and that schema."""
        if not isinstance(reference, str):
            return False, None
        try:
            return True, self._document.resolve(self._document.nodes[0], reference).schema
        except (LookupError, ValueError):
            return False, None

    @cached_property
    def _document(self) -> Document:
        return Document(self._root)


def targets(document: Document) -> dict[Path, Path]:
    """The places of all references that lead to a schema, each with the place it leads to."""
    found = {}
    for node in document.nodes:
        text = node.keywords.get("$ref")
        if isinstance(text, str):
            try:
                found[node.path] = document.resolve(node, text).path
            except (LookupError, ValueError):
                continue
    return found


def pointer(path: Path) -> str:
    """The reference to a place of the same document."""
    return f"#{json_pointer(path).replace('%', '%25')}"


def holds_references(schema: Json) -> bool:
    """Whether a reference stands anywhere in the schema."""
    return next(reference_texts(schema), None) is not None


def reference_texts(schema: Json) -> Iterator[Json]:
    """The values of all reference keywords in the schema."""
    return values_of(schema, *REFERENCES)


def without_unused_definitions(root: JsonObject) -> JsonObject:
    """The schema without the definitions at its root that nothing refers to.

    Where a reference is not a pointer, all are kept.
    """
    definitions = {
        (keyword, name): schema
        for keyword in DEFINITIONS
        if isinstance(root.get(keyword), dict)
        for name, schema in root[keyword].items()
    }
    waiting = [{name: each for name, each in root.items() if name not in DEFINITIONS}]
    used: set[tuple[str, ...]] = set()
    while waiting:
        for text in reference_texts(waiting.pop()):
            if not isinstance(text, str) or not f"{text}/".startswith("#/"):
                return root
            place = split(unquote(text[1:]))[:2]
            if place in definitions.keys() - used:
                used.add(place)
                waiting.append(definitions[place])
    return root if len(used) == len(definitions) else _keeping(root, used)


def _keeping(root: JsonObject, used: set[tuple[str, ...]]) -> JsonObject:
    kept = dict(root)
    for keyword in DEFINITIONS:
        if isinstance(root.get(keyword), dict):
            left = {name: each for name, each in root[keyword].items() if (keyword, name) in used}
            kept |= {keyword: left}
            if not left:
                del kept[keyword]
    return kept
