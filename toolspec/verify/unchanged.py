"""A schema that is sent as it is: what the dialect makes of each keyword is all there is to say."""

from __future__ import annotations

from toolspec.pointers import join
from toolspec.verify.ledger import Ledger, item_of
from toolspec.verify.report import Item
from toolspec.verify.served import Served


def items_of_unchanged(served: Served) -> tuple[Item, ...]:
    """The items of a schema that is the same on both sides."""
    ledger = Ledger()
    items: dict[tuple[str, str], Item] = {}
    for node in served.document.nodes:
        pointer = ledger.pointer(node)
        for keyword in node.keywords:
            place = join(pointer, keyword)
            fact = served.facts.get((node.path, keyword))
            if (node.path, keyword) in served.hidden:
                detail = "sent, but the server drops it"
                items[place, keyword] = item_of(place, keyword, "dropped", detail, fact=fact)
            else:
                items[place, keyword] = item_of(place, keyword, "kept", fact=fact)
    for node, keyword, fact, detail in served.refused:
        pointer = ledger.pointer(node)
        place = join(pointer, keyword) if keyword in node.keywords else pointer
        items[place, keyword] = item_of(place, keyword, "illegal", detail, fact=fact)
    return tuple(items.values())
