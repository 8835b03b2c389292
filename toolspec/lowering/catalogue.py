"""Tools as one dialect takes them: names it allows, schemas rewritten by its rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from toolspec.dialect import Dialect
from toolspec.lowering.names import wire_names
from toolspec.lowering.notes import with_note
from toolspec.lowering.schemas import SchemaLowering
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
    Raises `UnknownPlugin` where the dialect names a rewrite that nobody has.
    """
    given = wire_names(tuple(each.name for each in tools), dialect.tool_name)
    takes_strict = dialect.strict is not None and dialect.acceptance("strict").value == "accepted"
    strict = SchemaLowering(dialect.rules(strict=takes_strict))
    usual = SchemaLowering(dialect.rules(strict=False))

    def lowered(tool: ToolDefinition) -> ToolDefinition:
        is_strict = tool.strict and takes_strict
        schema, said = (strict if is_strict else usual).lowered(tool.parameters)
        name = given.names[tool.name]
        if schema is tool.parameters and (name, is_strict) == (tool.name, tool.strict) and not said:
            return tool
        return replace(
            tool,
            name=name,
            description=with_note(tool.description, said) if said else tool.description,
            parameters=schema,
            strict=is_strict,
        )

    return Catalogue(
        tools=tuple(map(lowered, tools)),
        canonical=tools,
        names={wire: own for own, wire in given.names.items()},
        collisions=given.collisions,
    )
