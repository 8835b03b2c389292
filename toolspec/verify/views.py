"""All that a schema says of one value: its own keywords, and those it takes over by reference.

`$ref`, `allOf` and unions of one branch look at the same value as the schema that holds them, so
what they say is said by it too. A view lists it all, with the role in which each came in.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from toolspec.contract.document import Document, Node, Path
from toolspec.jsontypes import Json
from toolspec.verify.kinds import ALL, Kinds, kind_of, named_kinds
from toolspec.verify.said import UNIONS, Chosen, Said, Start, is_in_place
from toolspec.verify.sameness import common

_DEEPEST: Final = 4
_MOST_BRANCHES: Final = 20_000


@dataclass(eq=False)
class Side:
    """One of the two schemas; keywords in `hidden` are not seen."""

    document: Document
    hidden: set[tuple[Path, str]] = field(default_factory=set)
    nodes: dict[Path, Node] = field(init=False)
    branches_left: int = _MOST_BRANCHES

    def __post_init__(self) -> None:
        self.nodes = {each.path: each for each in self.document.nodes}

    def below(self, said: Said, *steps: str | int) -> Node | None:
        """The schema below a keyword."""
        return self.nodes.get((*said.node.path, said.keyword, *steps))

    def target(self, said: Said) -> Node | None:
        """The schema that a reference leads to."""
        if not isinstance(said.value, str):
            return None
        try:
            return self.document.resolve(said.node, said.value)
        except LookupError:
            return None

    def view(
        self,
        starts: tuple[Start, ...],
        kinds: Kinds = ALL,
        chosen: Chosen = (),
        depth: int = 0,
    ) -> View:
        """Gather what the schemas `starts` say together of values of some kinds."""
        waiting, seen = deque(starts), set[Path]()
        said: list[Said] = []
        out_of_sight: list[Said] = []
        nodes: list[Start] = []
        while waiting:
            role, node = waiting.popleft()
            if node.path in seen:
                continue
            seen.add(node.path)
            nodes.append((role, node))
            for keyword, value in node.keywords.items():
                each = Said(keyword, value, node, role)
                if (node.path, keyword) in self.hidden:
                    out_of_sight.append(each)
                    continue
                said.append(each)
                waiting.extend(self._taken_over(each, chosen))
        return View(self, starts, nodes, said, out_of_sight, kinds, chosen, depth)

    def branches(self, said: Said) -> list[Node]:
        """The schemas of a union or `allOf`."""
        values = said.value if isinstance(said.value, list) else []
        found = (self.below(said, place) for place in range(len(values)))
        return [each for each in found if each is not None]

    def _taken_over(self, said: Said, chosen: Chosen) -> Iterator[Start]:
        if said.keyword in ("$ref", "$dynamicRef"):
            target = self.target(said)
            yield from [((*said.role, said.keyword), target)] if target else []
        elif said.keyword in ("allOf", *UNIONS) and isinstance(said.value, list):
            for place in range(len(said.value)):
                node = self.below(said, place)
                taken = is_in_place(said, chosen) if said.keyword != "allOf" else place
                if node is not None and taken == place:
                    yield (*said.role, said.keyword, place), node


@dataclass(eq=False)
class View:
    """What was gathered; `nodes` with the role of each, `out_of_sight` what the server drops."""

    side: Side
    starts: tuple[Start, ...]
    nodes: list[Start]
    said: list[Said]
    out_of_sight: list[Said]
    allowed: Kinds
    chosen: Chosen
    depth: int

    @property
    def start(self) -> Node:
        """The first schema."""
        return self.starts[0][1]

    @cached_property
    def by_keyword(self) -> dict[str, list[Said]]:
        """What is said, by keyword."""
        found: dict[str, list[Said]] = {}
        for each in self.said:
            found.setdefault(each.keyword, []).append(each)
        return found

    def of(self, *keywords: str) -> list[Said]:
        """What is said with some keywords."""
        return [each for keyword in keywords for each in self.by_keyword.get(keyword, ())]

    @cached_property
    def is_never(self) -> bool:
        """Whether nothing fits: `false`, or `{"not": {}}`."""
        if any(node.schema is False for _, node in self.nodes):
            return True
        return any(each.value is True or each.value == {} for each in self.of("not"))

    @cached_property
    def unions(self) -> list[Said]:
        """The unions of several branches, of which none is chosen."""
        return [
            each
            for each in self.of(*UNIONS)
            if len(self.side.branches(each)) > 1 and is_in_place(each, self.chosen) is None
        ]

    def branch_views(self, union: Said) -> list[View]:
        """The branches of a union, each by itself; none when there is no end of them."""
        branches = self.side.branches(union)
        self.side.branches_left -= len(branches)
        if self.depth >= _DEEPEST or self.side.branches_left < 0:
            return []
        return [
            self.side.view((((), each),), self.allowed, depth=self.depth + 1) for each in branches
        ]

    @cached_property
    def kinds(self) -> Kinds:
        """The kinds of values that can fit, null aside; too many rather than too few."""
        found = self.allowed
        for each in self.of("type"):
            named = named_kinds(each.value)
            found = found if named is None else found & named
        if self.values is not None:
            found &= frozenset(map(kind_of, self.values))
        for union in self.unions:
            branches = self.branch_views(union)
            if branches:
                found &= frozenset[str]().union(*(each.kinds for each in branches))
        return found

    @cached_property
    def values(self) -> list[Json] | None:
        """The values that `enum` and `const` leave, null aside; null when they are not there."""
        found: list[Json] | None = None
        lists = [each.value for each in self.of("enum") if isinstance(each.value, list)]
        lists += [[each.value] for each in self.of("const")]
        for listed in lists:
            kept = listed if found is None else common(listed, found)
            found = [each for each in kept if each is not None and kind_of(each) in self.allowed]
        return found

    @cached_property
    def admits_null(self) -> bool:
        """Whether null fits. OpenAPI's `nullable` lets nothing in: JSON Schema ignores it."""
        if self.is_never:
            return False
        return all(self._lets_null_in(each) for each in self.said)

    def _lets_null_in(self, said: Said) -> bool:
        value = said.value
        if said.keyword == "type":
            names = value if isinstance(value, list) else [value]
            return "null" in names
        if said.keyword == "enum":
            return not isinstance(value, list) or None in value
        if said.keyword == "const":
            return value is None
        if said in self.unions:
            branches = self.branch_views(said)
            return not branches or any(each.admits_null for each in branches)
        return True
