"""What surrounds an attempt: time, who the agent acts for, data, secrets; faults; trajectories."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from toolspec.jsontypes import JsonObject
from toolspec.source import PathSteps


@dataclass(frozen=True, slots=True, kw_only=True)
class Principal:
    """On whose behalf the agent acts."""

    user: str | None = None
    tenant: str | None = None
    scopes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """The start of every attempt. `principal` null: nothing is known, so nothing is refused.

    `secrets` are texts that must never show up in arguments or replies.
    """

    clock: str | None = None
    principal: Principal | None = None
    state: JsonObject = field(default_factory=dict)
    secrets: tuple[str, ...] = ()


FaultKind = Literal[
    "rate_limit",
    "timeout_before_commit",
    "timeout_after_commit",
    "delay",
    "error",
    "auth_error",
    "permission_revoked",
    "empty",
    "partial",
    "corrupt",
    "unknown_field",
    "stale_state",
    "duplicate_delivery",
    "injection",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A disturbance of the `call`-th call of a tool (counted from 1), by its name in the spec."""

    name: str
    tool: str
    call: int
    kind: FaultKind
    options: JsonObject
    path: PathSteps


@dataclass(frozen=True, slots=True, kw_only=True)
class Trajectory:
    """States and the events that lead from one to another; anything else is a violation.

    An event is `call.TOOL`, `error.TOOL`, `reply` (`.text`, `.clarify`, `.confirm`, `.refusal`),
    `user` or `user.approves`.
    """

    name: str
    start: str
    states: Mapping[str, Mapping[str, str]]
    accept: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextLevels:
    """Blocks of filler before the task: the `matrix.context` of a spec.

    Each of `blocks` is a series of its own with that many blocks, made from `text` with `{n}`.
    `needle` stands behind the blocks, also in the base series; `marker` is the part of it that
    the reply must hold and no argument may.
    """

    blocks: tuple[int, ...]
    text: str
    needle: str
    marker: str | None = None
