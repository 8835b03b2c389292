"""The models that a spec is run against."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from toolspec.dialect import Fact, OutputLimitField

ToolMode = Literal["native", "json_text"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A model at a provider. `habit` names the mutant of a simulated model; null for a real one.

    `adapter` names the wire format. `base_url` is null for the built-in model until it listens.
    `takes` and `limits` are what the spec knows of the model better than the data of the format.
    """

    name: str
    adapter: str
    model: str
    base_url: str | None
    key_env: str | None = None
    output_limit_field: OutputLimitField | None = None
    habit: str | None = None
    tool_mode: ToolMode = "native"
    takes: Mapping[str, Fact] = field(default_factory=dict)
    limits: Mapping[str, Fact] = field(default_factory=dict)

    @property
    def is_simulated(self) -> bool:
        """True for the built-in model, which toolspec starts itself."""
        return self.habit is not None
