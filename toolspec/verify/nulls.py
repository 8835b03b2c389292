"""Null, judged apart from all other values: let in on both sides, on one, or on none."""

from __future__ import annotations

from toolspec.verify.report import Verdict
from toolspec.verify.views import View
from toolspec.verify.work import Pair, Work

_SAYING_TYPES = ("type", "enum", "const", "anyOf", "oneOf", "$ref", "allOf")


def judge_null(work: Work, pair: Pair, canonical: View, lifted: View) -> None:
    """Note where the payload lets null in and the contract does not, or the other way round.

    To be called when the keywords are judged: one that is said in the description shuts null out.
    """
    own, there = canonical.admits_null, lifted.admits_null
    if own == there or canonical.is_never or lifted.is_never:
        return
    verdict: Verdict = "narrowed" if own else "weakened"
    detail = "null is no longer let in" if own else "null is let in"
    reversible = None
    if there and pair.null_is_absent and pair.restores:
        verdict, reversible = "rewritten", True
        detail = "null is let in: it says that the property is absent"
    found = [each for each in canonical.of(*_SAYING_TYPES) if each.node is canonical.start]
    said = next(iter(found or canonical.of(*_SAYING_TYPES)), None)
    node, keyword = (canonical.start, "type") if said is None else (said.node, said.keyword)
    if work.ledger.verdict(node, keyword) == "moved_to_description":
        return
    pointer = f"{work.ledger.pointer(node)}/{keyword}"
    work.ledger.record(pointer, keyword, verdict, detail, reversible=reversible)
