"""A tool of a spec: what the model is told, and what only toolspec knows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from toolspec.jsontypes import JsonObject
from toolspec.provider import ToolDefinition
from toolspec.source import PathSteps
from toolspec.spec.stub import Sample, Stub

Effect = Literal["read", "propose", "mutate"]
Confirm = Literal["never", "explicit", "required"]

# Keywords of a schema that bring in properties from elsewhere.
_JOINED = frozenset({"$ref", "allOf", "anyOf", "oneOf", "then", "else", "patternProperties"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ArgumentRule:
    """Rules for one argument beyond its JSON Schema. `aliases` maps a value to its spellings."""

    is_grounded: bool = False
    ask: tuple[str, ...] = ()
    normalize: tuple[str, ...] = ()
    aliases: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorRule:
    """What an error code of a tool means: whether the same call may succeed later.

    `retries` bounds the repeats of one call after a transient error; null leaves them open. With
    `is_exact` there must be just that many.
    """

    is_transient: bool
    retries: int | None = None
    is_exact: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Requirement:
    """What a caller must be allowed. `tenant` is an expression: whose data the call touches."""

    scopes: tuple[str, ...] = ()
    tenant: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """One tool: what the model is told (`definition`) and what only toolspec knows.

    `returns` is the JSON Schema of a good result. `idempotency_key` names the argument that stays
    the same when one intent is tried again. A tool that `completes` ends the task: after its
    success nothing more is to be called. `stub` is null where nothing answers its calls.
    """

    definition: ToolDefinition
    effect: Effect
    confirm: Confirm
    ask: tuple[str, ...]
    arguments: tuple[tuple[str, ArgumentRule], ...]
    path: PathSteps
    returns: JsonObject | None = None
    idempotency_key: str | None = None
    requires: Requirement = Requirement()
    completes: bool = False
    errors: Mapping[str, ErrorRule] = field(default_factory=dict)
    stub: Stub | None = None
    samples: tuple[Sample, ...] = ()

    @property
    def name(self) -> str:
        """The tool's name."""
        return self.definition.name

    @property
    def properties(self) -> JsonObject:
        """The declared arguments and their schemas; empty when the schema lists none."""
        declared = self.definition.parameters.get("properties")
        return declared if isinstance(declared, dict) else {}

    def may_have(self, argument: str) -> bool:
        """Whether the argument is declared, or may be in a part of the schema joined by name."""
        return argument in self.properties or not _JOINED.isdisjoint(self.definition.parameters)

    def rule(self, argument: str) -> ArgumentRule:
        """The rules of one argument; empty rules when none are written."""
        return dict(self.arguments).get(argument, ArgumentRule())
