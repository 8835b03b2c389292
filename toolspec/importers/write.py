"""`Imported` → the text of a new spec."""

from __future__ import annotations

import re

from toolspec.importers.comments import comment, left_out_comment
from toolspec.importers.emit import block
from toolspec.importers.records import Imported, Part
from toolspec.jsontypes import JsonObject

_PROMPT = "Use the tools you are given when the request needs them."
_NO_EFFECT = (
    "Without `effect` a tool counts as one that changes data, and a call of it needs the user's"
    " consent. Write `effect: read` under each that only looks."
)
_NO_NAME = "imported"
_NOT_IN_NAME = re.compile(r"[^0-9A-Za-z_\u00c0-\u1fff\u3041-\ud7ff.-]+")
_NOT_FIRST = re.compile(r"^[.-]+")

_STUB_CASE: JsonObject = {"id": "first", "user": "Hello!", "expect": "unchecked"}


def new_text(imported: Imported, *, name: str, origin: str) -> str:
    """The text of a spec with these tools and cases; `origin` says where they come from."""
    return "\n".join((_head(imported, name, origin), _tools(imported), _cases(imported)))


def spec_name(text: str) -> str:
    """A name that a spec or a case can have, as near to `text` as can be."""
    fit = _NOT_FIRST.sub("", _NOT_IN_NAME.sub("_", text))[:100]
    return fit or _NO_NAME


def tool_lines(part: Part, column: int) -> str:
    """One tool under its name, with what it lost above it."""
    lines = block({part.name: part.value}, column)
    return left_out_comment(part.left_out, column) + lines


def case_lines(part: Part, column: int) -> str:
    """One case as an item of a list, with what it lost above it."""
    first, *rest = block(part.value).splitlines(keepends=True)
    pad = " " * column
    lines = [f"{pad}- {first}", *(f"{pad}  {each}" if each.strip() else each for each in rest)]
    return left_out_comment(part.left_out, column) + "".join(lines)


def _head(imported: Imported, name: str, origin: str) -> str:
    lines = [comment(f"Imported from {origin}.")]
    lines += [comment(each) for each in imported.notes]
    if imported.left_out:
        lines += ["#\n", left_out_comment(imported.left_out)]
    lines += ["\n", block({"toolspec": 1, "name": name, "version": "1"}), "\n"]
    if imported.prompt is None:
        lines.append(comment("A stub: the source has no instructions. Write your own."))
    prompt = {"id": name, "version": "1", "text": imported.prompt or _PROMPT}
    return "".join([*lines, block({"prompt": prompt})])


def _tools(imported: Imported) -> str:
    has_effect = any("effect" in each.value for each in imported.tools)
    note = "" if has_effect else comment(_NO_EFFECT)
    return note + "tools:\n" + "\n".join(tool_lines(each, 2) for each in imported.tools)


def _cases(imported: Imported) -> str:
    if imported.cases:
        return "cases:\n" + "".join(case_lines(each, 2) for each in imported.cases)
    stub = Part("first", _STUB_CASE)
    return (
        comment("A stub: it is run and not judged. Write cases of your own.")
        + "cases:\n"
        + case_lines(stub, 2)
    )
