"""The wire format of one target, with every catalogue that its cases offer lowered once."""

from __future__ import annotations

from toolspec.dialect import Dialect
from toolspec.provider import ToolDefinition
from toolspec.spec import Target
from toolspec.wire_format import Prepared, WireFormat
from toolspec.wire_formats import WIRE_FORMATS


class TargetFormat:
    """How one target is spoken to: its format as its host speaks it, and as its spec knows it.

    `wire_format` replaces the one that the target names.
    """

    def __init__(self, target: Target, wire_format: WireFormat | None = None) -> None:
        self._target = target
        self._format = wire_format or WIRE_FORMATS.at(target.adapter, target.base_url)
        self._prepared: dict[tuple[str, ...], Prepared] = {}

    @property
    def dialect(self) -> Dialect:
        """The facts of the format, before any rule for a model."""
        return self._format.dialect

    def prepared(self, tools: tuple[ToolDefinition, ...]) -> Prepared:
        """The format with a catalogue of the target's spec; each is lowered when first asked for.

        Within a spec a name stands for one tool, so names tell catalogues apart.
        """
        names = tuple(each.name for each in tools)
        if names not in self._prepared:
            self._prepared[names] = self._format.prepare(
                tools,
                self._target.model,
                takes=self._target.takes,
                limits=self._target.limits,
                tool_mode=self._target.tool_mode,
            )
        return self._prepared[names]
