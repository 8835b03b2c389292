"""The schema of a tool as a spec can hold it: what no validator reads is left out and listed.

The rest stays as it is. A schema that says something which cannot hold is refused, or, for a
source with known flaws, loses that keyword (`forgiven`).
"""

from __future__ import annotations

import copy
from collections.abc import Iterable

from toolspec.contract import lint
from toolspec.contract.lint import SchemaProblem
from toolspec.importers.records import LeftOut, Refusal
from toolspec.jsontypes import Json, JsonObject
from toolspec.pointers import json_pointer
from toolspec.source import PathSteps

# Neither changes which arguments are valid: a keyword that JSON Schema does not know, and a default
# that its own schema refuses.
WITHOUT_MEANING = frozenset({"TS303", "TS315"})

# A removed keyword can bring another problem to light; more rounds than this no schema has needed.
_MOST_ROUNDS = 5


def schema_parts(
    schema: JsonObject, path: PathSteps, forgiven: frozenset[str] = WITHOUT_MEANING
) -> tuple[JsonObject, tuple[LeftOut, ...], tuple[Refusal, ...]]:
    """The schema at `path` of the source as the spec will hold it, what it lost, and refusals."""
    kept: JsonObject = copy.deepcopy(schema)
    left_out: list[LeftOut] = []
    if "type" not in kept:
        kept = {"type": "object", **kept}
        why = "`type: object` is added, as the arguments of a call are always an object"
        left_out.append(LeftOut(json_pointer(path), why, "type added"))
    for _ in range(_MOST_ROUNDS):
        problems = [each for each in lint(kept) if each.severity == "error"]
        lost = [each for each in problems if each.code in forgiven and each.path]
        if not lost:
            return kept, tuple(left_out), tuple(_refusal(each, path) for each in problems)
        for each in _innermost_first(lost):
            if _remove(kept, each.path):
                where = json_pointer((*path, *each.path))
                left_out.append(LeftOut(where, each.message, each.code))
    return kept, tuple(left_out), tuple(_refusal(each, path) for each in problems)


def _refusal(problem: SchemaProblem, path: PathSteps) -> Refusal:
    where = (*path, *problem.path)
    return Refusal(problem.code, problem.message, where, problem.help, problem.at)


def _innermost_first(problems: Iterable[SchemaProblem]) -> list[SchemaProblem]:
    """Later items of a list before earlier ones, so that no index moves before its turn."""

    def place(problem: SchemaProblem) -> list[str]:
        return [f"{step:09}" if isinstance(step, int) else step for step in problem.path]

    return sorted(problems, key=place, reverse=True)


def _remove(schema: Json, path: PathSteps) -> bool:
    """Remove what stands at `path`; false when it went with something else before."""
    *above, last = path
    for step in above:
        try:
            schema = schema[step]
        except (KeyError, IndexError, TypeError):
            return False
    try:
        del schema[last]
    except (KeyError, IndexError, TypeError):
        return False
    return True
