"""What a schema says, word by word, and where it comes from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from toolspec.contract.document import Node, Path
from toolspec.jsontypes import Json

# The way from the start of a view to a schema in it; equal roles on both sides are the same place.
Role: TypeAlias = tuple[str | int, ...]
Start: TypeAlias = tuple[Role, Node]
# The branches that are taken to hold, each by the schema and keyword of its union.
Chosen: TypeAlias = tuple[tuple[tuple[Path, str], int], ...]

UNIONS: Final = ("anyOf", "oneOf")


@dataclass(frozen=True, slots=True, eq=False)
class Said:
    """One keyword. `is_decoded`: the value was read out of another one, such as `"2"` for 2."""

    keyword: str
    value: Json
    node: Node
    role: Role
    is_decoded: bool = False


def is_in_place(said: Said, chosen: Chosen) -> int | None:
    """The branch of a union that holds whatever the value is; null when there are several."""
    if isinstance(said.value, list) and len(said.value) == 1:
        return 0
    return dict(chosen).get((said.node.path, said.keyword))
