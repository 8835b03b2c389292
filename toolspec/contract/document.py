"""A schema taken apart: every place in it that holds a schema, and where its references lead.

Property names, constants, examples and defaults are data: nothing below them is a schema, even
when it looks like one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias
from urllib.parse import unquote, urldefrag, urljoin

from toolspec.contract.keywords import IN_PLACE, OLD_SHAPES, REFERENCES, SHAPES
from toolspec.jsontypes import Json, JsonObject
from toolspec.pointers import follow

Path: TypeAlias = tuple[str | int, ...]

_SHAPES = {**SHAPES, **OLD_SHAPES}


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A schema within a schema. `under` is the keyword that holds it, empty at the root."""

    path: Path
    schema: Json
    under: str = ""
    base: str = ""
    parent: Node | None = None

    @property
    def keywords(self) -> JsonObject:
        """The keywords; none when the schema is `true` or `false`."""
        return self.schema if isinstance(self.schema, dict) else {}

    @property
    def is_in_place(self) -> bool:
        """Whether it looks at the same value as its parent."""
        return self.under in IN_PLACE


class RemoteReference(LookupError):
    """A reference to another document; it is never fetched."""


class DanglingReference(LookupError):
    """A reference that leads to nothing, or to something that is no schema."""


class Document:
    """A whole schema: `nodes` in the order of the text, found by `path`."""

    def __init__(self, root: Json) -> None:
        self.root = root
        self._resources: dict[str, tuple[Path, Json]] = {"": ((), root)}
        self._anchors: dict[tuple[str, str], Path] = {}
        self._nodes: dict[Path, Node] = {}
        self._below: dict[Path, list[Node]] = {}
        if is_schema(root):
            self._add(Node((), root))
            self._add_targets()

    @property
    def nodes(self) -> tuple[Node, ...]:
        """All schemas, the root first."""
        return tuple(self._nodes.values())

    def references(self, node: Node) -> Iterator[tuple[str, str]]:
        """The reference keywords of a node, each with its text."""
        for keyword in REFERENCES:
            if isinstance(text := node.keywords.get(keyword), str):
                yield keyword, text

    def resolve(self, node: Node, reference: str) -> Node:
        """The node a reference leads to; raises `RemoteReference` or `DanglingReference`."""
        path = self._locate(node.base, reference)
        if path not in self._nodes:
            raise DanglingReference(reference)
        return self._nodes[path]

    def same_value(self, node: Node) -> Iterator[Node]:
        """The schemas that look at the same value as `node`, because it holds or names them."""
        for each in self._below.get(node.path, ()):
            if each.is_in_place:
                yield each
        for _, text in self.references(node):
            try:
                yield self.resolve(node, text)
            except LookupError:
                continue

    def _add(self, start: Node) -> None:
        waiting = [start]
        while waiting:
            node = self._rebased(waiting.pop())
            if node.path not in self._nodes:
                self._nodes[node.path] = node
                if node.parent is not None:
                    self._below.setdefault(node.parent.path, []).append(node)
                waiting.extend(reversed(list(_children(node))))

    def _rebased(self, node: Node) -> Node:
        keywords, base = node.keywords, node.base
        if isinstance(identifier := keywords.get("$id"), str):
            base = _join(base, identifier) or base
            self._resources.setdefault(base, (node.path, node.schema))
        for keyword in ("$anchor", "$dynamicAnchor"):
            if isinstance(anchor := keywords.get(keyword), str):
                self._anchors.setdefault((base, anchor), node.path)
        return Node(node.path, node.schema, node.under, base, node.parent)

    def _add_targets(self) -> None:
        """Take in schemas that only references lead to, such as those under `components`."""
        waiting = list(self.nodes)
        while waiting:
            node = waiting.pop()
            for _, text in self.references(node):
                known = len(self._nodes)
                self._add_target(node, text)
                waiting.extend(list(self._nodes.values())[known:])

    def _add_target(self, node: Node, reference: str) -> None:
        try:
            path = self._locate(node.base, reference)
        except LookupError:
            return
        schema = _follow(self.root, path)
        if is_schema(schema):
            self._add(Node(path, schema, "$ref", node.base))

    def _locate(self, base: str, reference: str) -> Path:
        joined = _join(base, reference)
        if joined is None or joined not in self._resources:
            raise RemoteReference(reference)
        path, resource = self._resources[joined]
        fragment = unquote(urldefrag(reference).fragment)
        if not fragment:
            return path
        if not fragment.startswith("/"):
            if (joined, fragment) not in self._anchors:
                raise DanglingReference(reference)
            return self._anchors[joined, fragment]
        return path + _pointer_path(resource, fragment)


def is_schema(value: Json) -> bool:
    """Say whether a value has the form of a schema: an object, `true` or `false`."""
    return isinstance(value, dict | bool)


def _join(base: str, reference: str) -> str | None:
    try:
        return urldefrag(urljoin(base, reference)).url
    except ValueError:
        return None


def _pointer_path(value: Json, pointer: str) -> Path:
    path, is_whole = follow(value, pointer)
    if not is_whole:
        raise DanglingReference(pointer)
    return path


def _follow(value: Json, path: Path) -> Json:
    for key in path:
        value = value[key]
    return value


def _children(node: Node) -> Iterator[Node]:
    for keyword, value in node.keywords.items():
        for key, schema in _schemas_below(keyword, value):
            if is_schema(schema):
                yield Node((*node.path, keyword, *key), schema, keyword, node.base, node)


def _schemas_below(keyword: str, value: Json) -> Iterator[tuple[Path, Json]]:
    shape = _SHAPES.get(keyword)
    if shape == "schema":
        yield (), value
    elif shape == "schemas" and isinstance(value, list):
        yield from (((index,), each) for index, each in enumerate(value))
    elif shape in ("schema_map", "dependencies") and isinstance(value, dict):
        yield from (((name,), each) for name, each in value.items())
