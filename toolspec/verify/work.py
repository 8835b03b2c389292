"""The work of comparing one schema: the pairs that wait, and what was found."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from toolspec.contract.document import Node, Path
from toolspec.pointers import join
from toolspec.verify.kinds import ALL, Kinds
from toolspec.verify.ledger import Ledger
from toolspec.verify.report import Verdict
from toolspec.verify.said import Chosen, Start
from toolspec.verify.served import Served
from toolspec.verify.views import Side


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Schemas of both sides that speak of the same value, to be compared.

    `null_is_absent`: the property may be left out by the contract and not on the wire, so that null
    can say it. `restores`: arguments there are changed back, which is not so below `not`.
    """

    canonical: tuple[Start, ...]
    lifted: tuple[Start, ...]
    kinds: Kinds = ALL
    canonical_chosen: Chosen = ()
    lifted_chosen: Chosen = ()
    null_is_absent: bool = False
    restores: bool = True

    def key(self) -> tuple[object, ...]:
        """What tells it from other pairs."""
        return (
            tuple((role, node.path) for role, node in self.canonical),
            tuple((role, node.path) for role, node in self.lifted),
            self.kinds,
            self.canonical_chosen,
            self.lifted_chosen,
            self.null_is_absent,
            self.restores,
        )


@dataclass(eq=False)
class Work:
    """The comparison of one tool: both schemas, what was found, and the pairs still to compare."""

    canonical: Side
    lifted: Side
    served: Served
    ledger: Ledger = field(default_factory=Ledger)
    waiting: deque[Pair] = field(default_factory=deque)
    # The canonical schemas of lifted ones, for what is found in the lifted schema alone.
    canonical_of: dict[Path, Node] = field(default_factory=dict)
    _below: dict[Path, list[Node]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for node in self.canonical.document.nodes:
            if node.parent is not None:
                self._below.setdefault(node.parent.path, []).append(node)

    def subtree(self, node: Node) -> Iterator[Node]:
        """A canonical schema and all below it."""
        waiting = [node]
        while waiting:
            each = waiting.pop()
            yield each
            waiting.extend(reversed(self._below.get(each.path, [])))

    def children(self, node: Node) -> list[Node]:
        """The canonical schemas that one holds directly."""
        return self._below.get(node.path, [])

    def record_below(self, node: Node, verdict: Verdict, detail: str) -> None:
        """Give every keyword of a canonical schema and below it the same verdict."""
        for each in self.subtree(node):
            pointer = self.ledger.pointer(each)
            for keyword in each.keywords:
                self.ledger.record(join(pointer, keyword), keyword, verdict, detail)
