"""The shape of a BFCL entry, and the texts of its turns."""

from __future__ import annotations

from collections.abc import Container

from toolspec import wording
from toolspec.jsontypes import Json
from toolspec.source import PathSteps


def shape_problem(entry: Json, classes: Container[str]) -> tuple[str, PathSteps] | None:
    """What is wrong with an entry, and where; `classes` are those whose functions are known."""
    if not isinstance(entry, dict):
        return f"an entry is a mapping, not {wording.kind(entry)}", ()
    if not isinstance(entry.get("id"), str) or not entry["id"]:
        return "an entry has an `id`, a text", ("id",)
    turns = entry.get("question")
    if not isinstance(turns, list) or not turns or not texts(turns[0])[1]:
        return "`question` is a list of turns, and the first holds a message of the user", (
            "question",
        )
    names = entry.get("involved_classes")
    if isinstance(names, list):
        for index, name in enumerate(names):
            if not isinstance(name, str) or name not in classes:
                return f"there are no function documents of the class {wording.shown(name)}", (
                    "involved_classes",
                    index,
                )
        return None
    if not isinstance(entry.get("function"), list) or not entry["function"]:
        return "`function` is a list of function documents", ("function",)
    return None


def texts(turn: Json) -> tuple[str | None, str]:
    """The instructions and the message of the user in one turn."""
    messages = [each for each in turn if isinstance(each, dict)] if isinstance(turn, list) else []
    by_role: dict[str, list[str]] = {"system": [], "user": []}
    for each in messages:
        if each.get("role") in by_role and isinstance(each.get("content"), str):
            by_role[each["role"]].append(each["content"])
    return "\n\n".join(by_role["system"]) or None, "\n\n".join(by_role["user"])
