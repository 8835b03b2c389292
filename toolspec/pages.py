"""The pages behind `toolspec explain`: one Markdown file a diagnostic code."""

from __future__ import annotations

from importlib.resources import files

_FOLDER = files("toolspec").joinpath("codes")


def codes() -> tuple[str, ...]:
    """All codes that have a page, sorted."""
    return tuple(sorted(each.name.removesuffix(".md") for each in _FOLDER.iterdir() if each.name.endswith(".md")))


def page(code: str) -> str | None:
    """The page of a code, or null."""
    path = _FOLDER.joinpath(f"{code}.md")
    return path.read_text(encoding="utf-8") if path.is_file() else None


def page_name(code: str) -> str | None:
    """The short name of a code, from the title line `# TS202 · unknown-name` of its page."""
    text = page(code)
    return text.split("\n", 1)[0].partition("·")[2].strip() if text else None
