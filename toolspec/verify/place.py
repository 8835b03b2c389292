"""One place of a contract, seen from both sides: what is said of one value there and here."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from toolspec.contract.document import Node, Path
from toolspec.dialect import Fact
from toolspec.jsontypes import Json
from toolspec.pointers import join
from toolspec.verify.kinds import ALL, Kinds
from toolspec.verify.ledger import Ledger
from toolspec.verify.report import Verdict
from toolspec.verify.sameness import same, same_value
from toolspec.verify.served import Served
from toolspec.verify.views import Chosen, Said, Side, Start, View


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


@dataclass(eq=False)
class Place:
    """The two views of a pair. `notes` is what the lifted description says for keywords."""

    work: Work
    pair: Pair
    canonical: View
    lifted: View
    notes: Mapping[str, Json]
    is_decoded: bool = False
    verdicts: dict[Said, Verdict] = field(default_factory=dict)
    claimed: set[Said] = field(default_factory=set)
    _matches: dict[Said, Said] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for exactly in (True, False):
            for said in self.canonical.said:
                if said not in self._matches:
                    self._match(said, in_same_role=exactly)

    def _match(self, said: Said, *, in_same_role: bool) -> None:
        for other in self.lifted.by_keyword.get(said.keyword, ()):
            if other in self.claimed or other.is_decoded:
                continue
            if in_same_role and other.role != said.role:
                continue
            if same_value(said.keyword, said.value, other.value):
                self._matches[said] = other
                self.claimed.add(other)
                return

    @property
    def is_part(self) -> bool:
        """Whether only values of some types are looked at, and others elsewhere."""
        return bool(self.pair.canonical_chosen or self.pair.lifted_chosen)

    def match(self, said: Said) -> Said | None:
        """The lifted keyword that says the very same; each answers for one canonical keyword."""
        return self._matches.get(said)

    def partner(self, said: Said) -> Said | None:
        """The lifted keyword that stands in the place of a canonical one, whatever it says."""
        found = self.lifted.by_keyword.get(said.keyword, ())
        exact = self.match(said) or next((each for each in found if each.role == said.role), None)
        free = [each for each in found if each not in self.claimed]
        partner = exact or next(iter(free), None)
        if partner is not None:
            self.claimed.add(partner)
        return partner

    def judge(
        self,
        said: Said,
        verdict: Verdict,
        detail: str = "",
        *,
        by: Said | None = None,
        reversible: bool | None = None,
    ) -> None:
        """Give a canonical keyword its verdict; `by` is the lifted keyword that carries it."""
        self.verdicts[said] = verdict
        fact = None if by is None else self.fact(by)
        if verdict == "dropped" and by is None:
            detail, fact = self._why_dropped(said, detail)
        pointer = join(self.work.ledger.pointer(said.node), said.keyword)
        if detail and verdict not in ("kept", "rewritten"):
            detail += self._where(said)
        self.work.ledger.record(
            pointer, said.keyword, verdict, detail, reversible=reversible, fact=fact
        )

    def judge_with_all_below(self, said: Said, verdict: Verdict, detail: str) -> None:
        """The same verdict for a keyword and for all in the schemas it holds."""
        self.judge(said, verdict, detail)
        for node in self.work.children(said.node):
            if node.under == said.keyword:
                self.record_below(node, verdict, detail)

    def record_below(self, node: Node, verdict: Verdict, detail: str) -> None:
        """The same verdict for all that a canonical schema says."""
        self.work.record_below(node, verdict, detail)

    def add(
        self, keyword: str, verdict: Verdict, detail: str, *steps: str | int, by: Said | None = None
    ) -> None:
        """Note what only the payload says, at the keyword or where it would stand."""
        known = self.canonical.by_keyword.get(keyword)
        node = known[0].node if known else self.canonical.start
        pointer = join(self.work.ledger.pointer(node), keyword)
        for step in steps:
            pointer = join(pointer, step)
        reversible = False if verdict == "rewritten" else None
        fact = None if by is None else self.fact(by)
        self.work.ledger.record(pointer, keyword, verdict, detail, reversible=reversible, fact=fact)

    def push(
        self,
        canonical: Iterable[Start],
        lifted: Iterable[Start],
        *,
        null_is_absent: bool = False,
        restores: bool = True,
    ) -> None:
        """Have schemas compared that speak of one value below this one, or of this one."""
        self.work.waiting.append(
            Pair(
                canonical=tuple(canonical),
                lifted=tuple(lifted),
                null_is_absent=null_is_absent,
                restores=restores and self.pair.restores,
            )
        )

    def is_noted(self, said: Said) -> bool:
        """Whether the description says a keyword with this very value."""
        return said.keyword in self.notes and same_value(
            said.keyword, self.notes[said.keyword], said.value
        )

    def fact(self, said: Said) -> Fact | None:
        """What the dialect says of a lifted keyword."""
        return self.work.served.facts.get((said.node.path, said.keyword))

    def _why_dropped(self, said: Said, detail: str) -> tuple[str, Fact | None]:
        for each in self.lifted.out_of_sight:
            if each.keyword == said.keyword and same(each.value, said.value):
                return "sent, but the server drops it", self.fact(each)
        return detail or "not in the payload", None

    def _where(self, said: Said) -> str:
        start = self.canonical.start
        if said.node.path[: len(start.path)] == start.path:
            return ""
        return f" (as used at `{self.work.ledger.pointer(start) or '/'}`)"


def shown(value: Json) -> str:
    """A value in a sentence, cut when it is long."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (ValueError, TypeError, RecursionError):
        return "something else"
    return text if len(text) <= 60 else f"{text[:57]}..."


def numbered(*sides: list[Said]) -> list[dict[Said, int]]:
    """Small numbers for the roles in which keywords stand: equal roles, equal numbers."""
    numbers: dict[object, int] = {}
    return [{each: numbers.setdefault(each.role, len(numbers)) for each in side} for side in sides]
