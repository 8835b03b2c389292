"""One place of a contract, seen from both sides: what is said of one value there and here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from toolspec.contract.document import Node
from toolspec.dialect import Fact
from toolspec.jsontypes import Json
from toolspec.pointers import join
from toolspec.verify.kinds import OBJECTS, SPEAKS_OF
from toolspec.verify.report import Verdict
from toolspec.verify.said import Said, Start
from toolspec.verify.sameness import same, same_value
from toolspec.verify.views import View
from toolspec.verify.work import Pair, Work


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
        self,
        keyword: str,
        verdict: Verdict,
        detail: str,
        *steps: str | int,
        by: Said | None = None,
        reversible: bool | None = None,
    ) -> None:
        """Note what only the payload says, at the keyword or where it would stand."""
        node = self._twin(keyword, by)
        pointer = join(self.work.ledger.pointer(node), keyword)
        for step in steps:
            pointer = join(pointer, step)
        if verdict == "rewritten":
            reversible = bool(reversible)
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

    def _twin(self, keyword: str, by: Said | None) -> Node:
        """The canonical schema for which the payload says a keyword: in the same role, if any."""
        if by is not None:
            in_role = [node for role, node in self.canonical.nodes if role == by.role]
            if in_role:
                return in_role[0]
        kin = "properties" if SPEAKS_OF.get(keyword) == OBJECTS else "type"
        known = self.canonical.of(keyword) or self.canonical.of(kin)
        return known[0].node if known else self.canonical.start

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


def numbered(*sides: list[Said]) -> list[dict[Said, int]]:
    """Small numbers for the roles in which keywords stand: equal roles, equal numbers."""
    numbers: dict[object, int] = {}
    return [{each: numbers.setdefault(each.role, len(numbers)) for each in side} for side in sides]
