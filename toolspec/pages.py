"""The pages behind `toolspec explain`: one Markdown file a diagnostic code.

A page begins with `# TS202 · unknown-name`: the code, and a stable short name for the bad thing.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def codes() -> tuple[str, ...]:
    """All codes that have a page, sorted."""
    names = (each.name for each in files("toolspec").joinpath("codes").iterdir())
    return tuple(sorted(each.removesuffix(".md") for each in names if each.endswith(".md")))


@cache
def page(code: str) -> str | None:
    """The page of a code, or null."""
    if code not in codes():
        return None
    return files("toolspec").joinpath("codes", f"{code}.md").read_text(encoding="utf-8")


def page_name(code: str) -> str | None:
    """The short name of a code, such as `unknown-name`; null when it has no page."""
    text = page(code)
    return text.split("\n", 1)[0].partition("·")[2].strip() if text else None


def code_named(name: str) -> str | None:
    """The code that is meant by `TS202`, `ts202` or `unknown-name`; null when there is none."""
    if name.upper() in codes():
        return name.upper()
    return next((code for code in codes() if page_name(code) == name.lower()), None)
