"""Patterns that say less than they seem to: without `^` and `$` more text may stand around."""

from __future__ import annotations

from toolspec.contract.patterns.compiled import PatternTimeout, compile_pattern
from toolspec.contract.patterns.nodes import (
    Anchor,
    AnchorKind,
    Choice,
    Group,
    Node,
    Sequence,
    UnsupportedPattern,
)
from toolspec.contract.patterns.parse import parse
from toolspec.contract.patterns.sample import samples

# Letters show it best; signs are for patterns that take letters anyway.
_SURROUNDINGS = (
    *(("abc", "xyz"), ("abc", ""), ("", "xyz")),
    *(("! ", " !"), ("! ", ""), ("", " !")),
)
_TRIED_SAMPLES = 3


def is_unanchored(text: str) -> bool:
    """Say whether some branch is not held at both ends; raises `UnsupportedPattern`."""
    root = parse(text).root
    return not (_is_held(root, "start") and _is_held(root, "end"))


def counter_example(text: str) -> str | None:
    """A text that the pattern matches only because it is not held at both ends.

    None when there is none, as for `.*done.*`, whose author plainly allows more around it.
    """
    try:
        loose, held = compile_pattern(text), compile_pattern(f"^(?:{text})$")
        for each in _surrounded(text):
            if loose.search(each) and not held.search(each):
                return each
    except (UnsupportedPattern, PatternTimeout):
        return None
    return None


def _surrounded(text: str) -> list[str]:
    inner = [each for each, _ in zip(samples(text), range(_TRIED_SAMPLES), strict=False)]
    return [before + each + after for before, after in _SURROUNDINGS for each in inner]


def _is_held(node: Node, kind: AnchorKind) -> bool:
    match node:
        case Anchor(found):
            return found == kind
        case Sequence(parts):
            return bool(parts) and _is_held(parts[0 if kind == "start" else -1], kind)
        case Choice(branches):
            return all(_is_held(each, kind) for each in branches)
        case Group(body, _):
            return _is_held(body, kind)
    return False
