"""`unevaluatedItems` and `unevaluatedProperties`: they look at what other keywords have looked at.

To them even a schema that lets everything in says something. Which of them looks at which keyword
is not traced: one that stands anywhere counts for the whole schema.
"""

from __future__ import annotations

from typing import Literal

from toolspec.verify.place import Place


def is_looked_at(place: Place, what: Literal["Items", "Properties"]) -> bool:
    """Whether more or fewer words about items or properties change what a schema lets in."""
    keyword = f"unevaluated{what}"
    sides = (place.work.canonical, place.work.lifted)
    return any(keyword in node.keywords for side in sides for node in side.document.nodes)
