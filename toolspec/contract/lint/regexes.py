"""TS306, TS307, TS308 and TS316: patterns that do not say what they seem to, or cannot be used."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.contract.describe import shown
from toolspec.contract.document import Document, Path
from toolspec.contract.lint.problem import Place, SchemaProblem, error, warning
from toolspec.contract.patterns import (
    UnsupportedPattern,
    compile_pattern,
    counter_example,
    is_catastrophic,
    is_unanchored,
    missing_yo,
    sample,
)


def check(document: Document) -> Iterator[SchemaProblem]:
    """Each pattern; those for names of properties are often meant as prefixes, so may be loose."""
    for node in document.nodes:
        pattern = node.keywords.get("pattern")
        if isinstance(pattern, str):
            yield from _check(pattern, (*node.path, "pattern"), "value")
        names = node.keywords.get("patternProperties")
        for each in names if isinstance(names, dict) else ():
            if isinstance(each, str):
                yield from _check(each, (*node.path, "patternProperties", each), "key")


def _check(pattern: str, path: Path, at: Place) -> Iterator[SchemaProblem]:
    try:
        compile_pattern(pattern)
    except UnsupportedPattern as problem:
        yield error("TS307", path, f"pattern `{pattern}` is not usable: {problem.reason}", at=at)
        return
    if is_catastrophic(pattern):
        yield error(
            "TS308",
            path,
            f"pattern `{pattern}` can take exponential time",
            "let each repeated part begin or end with something that the rest cannot match",
            at=at,
        )
        return
    if at == "value":
        yield from _check_ends(pattern, path)
    yield from _check_alphabet(pattern, path, at)


def _check_ends(pattern: str, path: Path) -> Iterator[SchemaProblem]:
    if not is_unanchored(pattern):
        return
    example = counter_example(pattern)
    if example is None and sample(pattern) is not None:
        return
    also = "" if example is None else f", so it also matches {shown(example)}"
    yield warning(
        "TS306",
        path,
        f"pattern `{pattern}` is not held at both ends{also}",
        "write `^…$` around it, or `.*` where more text may stand",
    )


def _check_alphabet(pattern: str, path: Path, at: Place) -> Iterator[SchemaProblem]:
    missing = missing_yo(pattern)
    if missing:
        letters = " and ".join(f"`{each}`" for each in missing)
        message = f"pattern `{pattern}` has a range of Russian letters that leaves out {letters}"
        yield warning("TS316", path, message, f"add `{missing}` to the class", at=at)
