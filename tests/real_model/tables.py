"""Reading a Markdown table back."""

from __future__ import annotations


def table_cells(markdown: str) -> dict[str, list[str]]:
    """The cells of each row by the first of them."""
    rows = (line.removeprefix("|").removesuffix("|").split("|") for line in markdown.splitlines())
    return {name.strip(): [cell.strip() for cell in cells] for name, *cells in rows}
