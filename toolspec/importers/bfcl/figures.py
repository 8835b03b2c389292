"""Counts over sets of BFCL: what the data holds, and which of its known flaws."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from toolspec.importers.bfcl import Entry, Function
from toolspec.importers.bfcl.files import NamedSet

# The names that OpenAI takes. Source: API reference, Chat Completions, `tools[].function.name`.
_OPENAI_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")

# Outcomes of entries whose functions are documents of a class.
_SHARED = frozenset({"multi-turn", "turns"})
_KEYWORD_FLAWS = ("TS301", "TS304", "TS307", "TS313", "TS314", "type unknown")


def figures(
    sets: Iterable[NamedSet], classes: Mapping[str, tuple[Function, ...]]
) -> tuple[tuple[str, int], ...]:
    """What is counted, and how often; documents of classes count once however often offered."""
    entries = [each for some in sets for each in some.content.entries]
    own = [each for entry in entries if entry.outcome not in _SHARED for each in entry.functions]
    shared = [each for functions in classes.values() for each in functions]
    documents = own + shared
    names = {each.part.name for each in documents}
    flaws = Counter(each.kind for function in documents for each in function.part.left_out)
    with_flaws = sum(_has_flaw(each) for each in documents)
    keys = Counter(each.kind for entry in entries if entry.case for each in entry.case.left_out)
    outcomes = Counter(each.outcome for each in entries)
    return (
        ("entries", len(entries)),
        ("  that expect one call", outcomes["call"]),
        ("  that expect several calls", outcomes["calls"]),
        ("  that expect no call", outcomes["no call"]),
        ("  dialogues with gold calls", outcomes["turns"]),
        ("  not judged: several turns", outcomes["multi-turn"]),
        ("  not judged: the answer key is impossible", outcomes["impossible"]),
        ("  not judged: no answer key", outcomes["no answer key"]),
        ("function documents of entries", len(own)),
        ("function documents of multi-turn classes", len(shared)),
        ("function documents offered in multi-turn entries", _offered(entries)),
        ("distinct names", len(names)),
        ("names that OpenAI does not take", sum(not _OPENAI_NAME.fullmatch(x) for x in names)),
        ("documents with a schema that is invalid after the mapping of types", with_flaws),
        ("required arguments that are not declared", flaws["TS302"]),
        ("defaults that break their own schema", flaws["TS315"]),
        ("keywords that JSON Schema does not know", flaws["TS303"]),
        ("`optional` beside `required`", flaws["optional"]),
        ("types whose meaning is narrowed", sum(n for k, n in flaws.items() if _is_type(k))),
        ("acceptable values outside their enum", keys["outside enum"]),
        ("acceptable values that break their schema otherwise", keys["value invalid"]),
        ("required arguments that a key lets be left out", keys["left out though required"]),
        ("arguments of keys that no function declares", keys["argument unknown"]),
    )


def _offered(entries: list[Entry]) -> int:
    return sum(len(each.functions) for each in entries if each.outcome in _SHARED)


def _has_flaw(function: Function) -> bool:
    return any(each.kind in _KEYWORD_FLAWS for each in function.part.left_out)


def _is_type(kind: str) -> bool:
    return kind.startswith("type ") and kind not in ("type added", "type unknown")
