"""The items of one tool: for a keyword that is judged at several uses the worst verdict stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from toolspec.contract.document import Node
from toolspec.dialect import Fact
from toolspec.pointers import join, json_pointer
from toolspec.verify.report import SEVERITY, Item, Verdict


class Ledger:
    """Collects items by pointer and keyword."""

    def __init__(self) -> None:
        self._items: dict[tuple[str, str], Item] = {}
        self._pointers: dict[tuple[str | int, ...], str] = {}

    def record(
        self,
        pointer: str,
        keyword: str,
        verdict: Verdict,
        detail: str = "",
        *,
        reversible: bool | None = None,
        fact: Fact | None = None,
    ) -> None:
        """Note a verdict; a worse one that is there already stays."""
        known = self._items.get((pointer, keyword))
        if known is not None and not _is_worse(verdict, reversible, known):
            return
        self._items[pointer, keyword] = item_of(
            pointer, keyword, verdict, detail, reversible=reversible, fact=fact
        )

    def pointer(self, node: Node) -> str:
        """The pointer of a schema."""
        if node.path not in self._pointers:
            self._pointers[node.path] = json_pointer(node.path)
        return self._pointers[node.path]

    def verdict(self, node: Node, keyword: str) -> Verdict | None:
        """What was noted of a keyword so far."""
        item = self._items.get((join(self.pointer(node), keyword), keyword))
        return None if item is None else item.verdict

    def items(self) -> tuple[Item, ...]:
        """All items, in the order in which they were first noted."""
        return tuple(self._items.values())


def _is_worse(verdict: Verdict, reversible: bool | None, known: Item) -> bool:
    """Whether a verdict weighs more; what must be taken back in responses counts among equals."""
    if verdict == known.verdict:
        return bool(reversible) and not known.reversible
    return SEVERITY[verdict] > SEVERITY[known.verdict]


def item_of(
    pointer: str,
    keyword: str,
    verdict: Verdict,
    detail: str = "",
    *,
    reversible: bool | None = None,
    fact: Fact | None = None,
) -> Item:
    """An item with what the dialect says; its note ends the detail."""
    if fact is None:
        return Item(
            pointer=pointer,
            keyword=keyword,
            verdict=verdict,
            detail=detail,
            reversible=reversible,
        )
    holds = verdict in ("kept", "rewritten")
    if fact.note and not holds:
        detail = f"{detail}: {fact.note}" if detail else fact.note
    return Item(
        pointer=pointer,
        keyword=keyword,
        verdict=verdict,
        detail=detail,
        reversible=reversible,
        support=_SUPPORT.get(fact.value) if holds else None,
        source=fact.source or None,
        date=fact.date or None,
    )


_SUPPORT: Mapping[str | int, Literal["enforced", "hint"]] = {"enforced": "enforced", "hint": "hint"}
