"""What can still be checked of a document with mistakes in its shape: a sound copy of the rest.

Each mistake is left out of the copy together with the smallest thing that has a meaning of its own,
and what must be there is filled in. So names, schemas and references of the rest are checked in the
same pass; `is_sound` tells their problems from those that a mistake of shape only brought about.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from toolspec.compiler.shape import has_shape
from toolspec.diagnostics import Diagnostic
from toolspec.jsontypes import Json, JsonObject
from toolspec.pointers import follow, json_pointer
from toolspec.source import Document, PathSteps

# Mappings of which one key can be left out while the others still mean what they say.
_SEPARABLE: Final[tuple[PathSteps, ...]] = (
    (),
    ("prompt",),
    ("aliases",),
    ("trajectories",),
    ("faults",),
    ("tools",),
    ("tools", "*"),
    ("tools", "*", "arguments"),
    ("tools", "*", "arguments", "*"),
    ("cases",),
    ("cases", "*"),
    ("targets",),
    ("targets", "*"),
    ("run",),
    ("gate",),
    ("gate", "require"),
)

_MISSING_KEY: Final = "TS103"

# What is said of a tool, a case or a tag cannot be judged where that part of the spec is left out.
_NEEDS_EFFECTS: Final = frozenset(("TS205", "TS211", "TS212", "TS214"))
_NEEDS_RUN_KEYS: Final = frozenset(("TS103", "TS201", "TS202", "TS225", "TS227", "TS228"))
_NEEDS_TOOLS: Final = (
    _NEEDS_EFFECTS | _NEEDS_RUN_KEYS | {"TS204", "TS216", "TS218", "TS221", "TS224"}
)
_NEEDS_NAMES: Final = frozenset(("TS202", "TS213", "TS218", "TS225", "TS232", "TS234"))
_NEEDS_CASES: Final = frozenset(("TS234", "TS804"))
_NEEDS_CASE_KEYS: Final = frozenset(("TS213", "TS214", "TS217", "TS218", "TS225", "TS232"))
_RUN_KEYS: Final = ("stub", "returns", "errors", "requires", "samples", "idempotency_key")


@dataclass(frozen=True, slots=True)
class Mended:
    """`root` has the shape of the language. `left_out` and `around` are pointers into the
    file; `unsure` are codes of which no problem can be believed. `cases` are the pointers of the
    cases that something is left out of.
    """

    root: JsonObject
    left_out: tuple[str, ...]
    around: frozenset[str]
    unsure: frozenset[str]
    cases: tuple[str, ...]

    def is_sound(self, problem: Diagnostic) -> bool:
        """Whether a problem found in `root` is the author's, too."""
        pointer = problem.pointer or ""
        if pointer in self.around or any(pointer.startswith(f"{each}/") for each in self.left_out):
            return False
        if problem.code in _NEEDS_CASE_KEYS and pointer.startswith(self.cases):
            return False
        return pointer.startswith("/targets/") or problem.code not in self.unsure


def mend(document: Document, mistakes: Iterable[Diagnostic]) -> Mended | None:
    """The sound part of a document with these mistakes of shape; null when too little is left."""
    root: Json = document.root
    places = [(each.code, follow(root, each.pointer or "")[0]) for each in mistakes]
    cuts = [cut for code, path in places if (cut := _cut(code, path))]
    for cut in cuts:
        root = _without(root, cut)
    root = _filled(root)
    if root is None or not has_shape(root):
        return None
    around = {json_pointer(path[:end]) for _, path in places for end in range(len(path) + 1)}
    left_out = tuple(json_pointer(each) for each in cuts)
    cases = tuple(f"{json_pointer(each[:2])}/" for each in cuts if each[0] == "cases")
    return Mended(root, left_out, frozenset(around), frozenset(_unsure(cuts)), cases)


def _unsure(cuts: Iterable[PathSteps]) -> Iterator[str]:
    """The codes that rest on something that was left out."""
    for cut in cuts:
        if cut[0] == "cases":
            yield from _NEEDS_CASES
        elif cut[0] in ("faults", "trajectories", "world"):
            yield from _NEEDS_NAMES
        elif cut[0] == "tools" and cut[2:3] in (("effect",), ("confirm",)):
            yield from _NEEDS_EFFECTS
        elif cut[0] == "tools" and cut[2:3] and cut[2] in _RUN_KEYS:
            yield from _NEEDS_RUN_KEYS
        elif cut[0] in ("tools", "aliases") and cut[2:3] != ("description",):
            yield from _NEEDS_TOOLS


def _cut(code: str, path: PathSteps) -> PathSteps:
    """The part of the path that is left out: one key of the innermost separable mapping.

    Nothing where such a mapping lacks a key, for then it is filled in.
    """
    if any(_fits(each, path) for each in _SEPARABLE):
        return () if code == _MISSING_KEY else path
    ends = (len(each) + 1 for each in _SEPARABLE if _fits(each, path[: len(each)]))
    return path[: max(ends)]


def _fits(pattern: PathSteps, path: PathSteps) -> bool:
    return len(pattern) == len(path) and all(
        wanted in ("*", step) for wanted, step in zip(pattern, path, strict=True)
    )


def _without(value: Json, path: PathSteps) -> Json:
    """A copy without what is at `path`; an item of a list becomes an empty mapping instead."""
    step, *deeper = path
    is_there = step in value if isinstance(value, dict) else isinstance(value, list)
    if not is_there:
        return value
    if isinstance(value, list):
        copy = list(value)
        copy[int(step)] = _without(value[int(step)], tuple(deeper)) if deeper else {}
        return copy
    if deeper:
        return {**value, step: _without(value[step], tuple(deeper))}
    return {key: each for key, each in value.items() if key != step}


def _filled(root: Json) -> JsonObject | None:
    """The document with everything that must be there; null where it has no tool or no case."""
    if not isinstance(root, dict) or not root.get("tools") or not root.get("cases"):
        return None
    head = {"toolspec": 1, "name": "left-out", "version": "left out", "prompt": {}}
    prompt = {"id": "left out", "version": "left out"}
    tools = {name: {"description": "left out", **each} for name, each in root["tools"].items()}
    cases = [
        {"id": f"left-out-{index}", **_message(each), "expect": "unchecked", **each}
        for index, each in enumerate(root["cases"])
    ]
    filled = {**head, **root, "tools": tools, "cases": cases}
    filled["prompt"] = {**prompt, **filled["prompt"]}
    targets = root.get("targets", {})
    filled["targets"] = {
        name: each for name, each in targets.items() if {"adapter", "model"} <= each.keys()
    }
    return {key: each for key, each in filled.items() if each != {}}


def _message(case: JsonObject) -> JsonObject:
    return {} if "turns" in case else {"user": "left out"}
