"""The cases of a spec: what the user says, and what must come of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from toolspec.jsontypes import Json, JsonObject
from toolspec.source import PathSteps
from toolspec.spec.world import Fault, Trajectory, World

Match = Literal["exact", "subset"]
Parallel = Literal["allowed", "required", "forbidden"]
Until = Literal["decision", "done"]
ExpectedKind = Literal["call", "clarify", "confirm", "answer", "refuse", "any", "unchecked"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedCall:
    """A call that must be made. `args` holds plain values and matchers.

    `after` holds the positions, in the same list, of the calls that must have come before.
    """

    tool: str
    args: JsonObject
    match: Match
    path: PathSteps
    after: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ForbiddenCall:
    """A call that must not be made: any call of `tool`, or only those that hold `args`."""

    tool: str
    args: JsonObject | None
    path: PathSteps


@dataclass(frozen=True, slots=True, kw_only=True)
class StateRule:
    """A value that must stand in the end state at `at`, such as `orders['1'].status`."""

    at: str
    value: Json
    path: PathSteps


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """An expression that must be true of the whole run; `name` is what a report calls it."""

    name: str
    expression: str
    path: PathSteps


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """Words of success that need a success: a reply with one of `when_text` needs a good call."""

    when_text: tuple[str, ...]
    needs_success_of: str
    path: PathSteps


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """What must hold for a case; a conjunction.

    `kind` is what the first decision, or a whole turn, should be. `reply` is the plain mapping of
    text checks that `toolspec.text_checks` reads. `refusal_words` and `filter_counts` belong to
    `refuse`.
    What only a run to its end can tell: `effects` counts committed changes by tool, `state` is the
    end state, `checks`, `claims`, `max_calls`.
    """

    kind: ExpectedKind
    calls: tuple[ExpectedCall, ...] = ()
    is_ordered: bool = True
    parallel: Parallel = "required"
    no_other_calls: bool = False
    clarify: tuple[str, ...] = ()
    confirm: str | None = None
    refusal_words: tuple[str, ...] = ()
    filter_counts: bool = False
    reply: JsonObject | None = None
    never: tuple[ForbiddenCall, ...] = ()
    effects: Mapping[str, int] = field(default_factory=dict)
    state: tuple[StateRule, ...] = ()
    checks: tuple[Check, ...] = ()
    claims: tuple[Claim, ...] = ()
    max_calls: Mapping[str, int] = field(default_factory=dict)

    @property
    def wants_call(self) -> bool | None:
        """Whether a call is wanted in the first decision; null when the case does not say."""
        if self.kind in ("any", "unchecked"):
            return None
        return self.kind == "call"


@dataclass(frozen=True, slots=True, kw_only=True)
class Approval:
    """A call of a mutating tool that the user's message allows; `args` binds it."""

    tool: str
    args: JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class UserTurn:
    """One message of the user in a scripted dialogue; `expect` is null where nothing is checked."""

    user: str
    approves: tuple[Approval, ...]
    expect: Expectation | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One situation and what must come of it. `tools` are the names it offers; null offers all.

    A dialogue has `turns`; `user` and `approves` are then those of the first, and `expect` is about
    the whole. `until` says how far the case is run. `world` is null where it is that of the spec.
    """

    id: str
    title: str | None
    tags: tuple[str, ...]
    user: str
    tools: tuple[str, ...] | None = None
    approves: tuple[Approval, ...]
    expect: Expectation
    path: PathSteps
    until: Until = "decision"
    turns: tuple[UserTurn, ...] = ()
    world: World | None = None
    faults: tuple[Fault, ...] = ()
    trajectory: Trajectory | None = None

    @property
    def dialogue(self) -> tuple[UserTurn, ...]:
        """The user's messages; one for a case without `turns`."""
        return self.turns or (UserTurn(user=self.user, approves=self.approves, expect=self.expect),)
