"""A schema whose references lead to its root or to `#/$defs/<name>`, and nowhere else."""

from __future__ import annotations

from typing import Final

from toolspec.contract.document import Document, Path
from toolspec.jsontypes import Json, JsonObject
from toolspec.lowering.references import DEFINITIONS, pointer, reference_texts, targets
from toolspec.lowering.walk import map_below, values_of

# Without effect once every reference is a pointer, and in the way where it moves.
_ADDRESSES: Final = frozenset({"$anchor", "$dynamicAnchor", "$id"})


def in_definitions(root: JsonObject) -> JsonObject:
    """The same schema with every target of a reference in `$defs`; the same object if it is so.

    Schemas with `$dynamicRef` are left.
    """
    if _is_plainly_so(root):
        return root
    document = Document(root)
    if any("$dynamicRef" in node.keywords for node in document.nodes):
        return root
    return _Moving(document).moved()


def _is_plainly_so(root: JsonObject) -> bool:
    """Whether the texts alone show that nothing has to move."""
    own = root.get("$defs")
    places = [("$defs", name) for name in own] if isinstance(own, dict) else []
    names = {"#", *map(pointer, places)}
    addresses = [each for each in values_of(root, "$id") if each is not root.get("$id")]
    if "definitions" in root or addresses:
        return False
    return all(isinstance(each, str) and each in names for each in reference_texts(root))


class _Moving:
    """One schema on its way; `_names` are the names in `$defs` of what has to go there."""

    def __init__(self, document: Document) -> None:
        self._root: JsonObject = document.root
        self._targets = targets(document)
        self._schemas = {node.path: node.schema for node in document.nodes}
        self._names = self._new_names()
        self._rewrites_addresses = bool(self._names) or self._has_other_texts()

    def moved(self) -> JsonObject:
        if not self._rewrites_addresses:
            return self._root
        root = self._at(self._root, ())
        definitions = {
            name: self._at(self._schemas[path], path) for path, name in self._names.items()
        }
        own = root.get("$defs")
        joined = {**(own if isinstance(own, dict) else {}), **definitions}
        return {**root, "$defs": joined} if joined else root

    def _new_names(self) -> dict[Path, str]:
        own = self._root.get("$defs")
        taken = set(own) if isinstance(own, dict) else set()
        old = [path for path in self._schemas if len(path) == 2 and path[0] == "definitions"]
        names = {}
        for path in dict.fromkeys((*old, *self._targets.values())):
            if path and not (len(path) == 2 and path[0] == "$defs"):
                names[path] = _free_name(path, taken)
                taken.add(names[path])
        return names

    def _has_other_texts(self) -> bool:
        return any(
            self._schemas[path]["$ref"] != pointer(target) for path, target in self._targets.items()
        )

    def _at(self, schema: Json, path: Path) -> Json:
        """The schema of one place, with what has moved away from below it referred to."""
        if not isinstance(schema, dict):
            return schema
        here = map_below(schema, lambda value, steps: self._below(value, (*path, *steps)))
        if path in self._targets:
            here = {**here, "$ref": self._reference(self._targets[path])}
        if path:
            here = {key: value for key, value in here.items() if key not in _ADDRESSES}
        return self._without_moved(here, path)

    def _below(self, value: Json, path: Path) -> Json:
        return {"$ref": self._reference(path)} if path in self._names else self._at(value, path)

    def _reference(self, path: Path) -> str:
        return pointer(("$defs", self._names[path]) if path in self._names else path)

    def _without_moved(self, schema: JsonObject, path: Path) -> JsonObject:
        for keyword in DEFINITIONS:
            if isinstance(schema.get(keyword), dict):
                left = {
                    name: value
                    for name, value in schema[keyword].items()
                    if (*path, keyword, name) not in self._names
                }
                schema = {**schema, keyword: left}
                if not left:
                    del schema[keyword]
        return schema


def _free_name(path: Path, taken: set[str]) -> str:
    last = next((str(each) for each in reversed(path) if isinstance(each, str)), "schema")
    name, number = last, 2
    while name in taken:
        name, number = f"{last}_{number}", number + 1
    return name
