"""A spec in its long form: every short form is expanded, every default is filled in.

Records only; they hold what was written and where (`path`, a path into the `Document`), so that a
later pass can point at it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from toolspec.dialect import Fact, OutputLimitField
from toolspec.jsontypes import JsonObject
from toolspec.provider import ToolChoice, ToolDefinition
from toolspec.source import PathSteps

Effect = Literal["read", "propose", "mutate"]
Confirm = Literal["never", "explicit", "required"]
Match = Literal["exact", "subset"]
Parallel = Literal["allowed", "required", "forbidden"]
ToolMode = Literal["native", "json_text"]
Exactness = Literal["exact", "lossy"]
ExpectedKind = Literal["call", "clarify", "confirm", "answer", "refuse", "any", "unchecked"]


# Keywords of a schema that bring in properties from elsewhere.
_JOINED = frozenset({"$ref", "allOf", "anyOf", "oneOf", "then", "else", "patternProperties"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """The instructions, as a version of their own."""

    id: str
    version: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ArgumentRule:
    """Rules for one argument beyond its JSON Schema. `aliases` maps a value to its spellings."""

    is_grounded: bool = False
    ask: tuple[str, ...] = ()
    normalize: tuple[str, ...] = ()
    aliases: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """One tool: what the model is told (`definition`) and what only toolspec knows."""

    definition: ToolDefinition
    effect: Effect
    confirm: Confirm
    ask: tuple[str, ...]
    arguments: tuple[tuple[str, ArgumentRule], ...]
    path: PathSteps

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


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedCall:
    """A call that must be made. `args` holds plain values and matchers."""

    tool: str
    args: JsonObject
    match: Match
    path: PathSteps


@dataclass(frozen=True, slots=True, kw_only=True)
class ForbiddenCall:
    """A call that must not be made: any call of `tool`, or only those that hold `args`."""

    tool: str
    args: JsonObject | None
    path: PathSteps


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """What must hold for a case; a conjunction.

    `kind` is what the first decision should be. `reply` is the plain mapping of text checks that
    `toolspec.text_checks` reads. `refusal_words` and `filter_counts` belong to `refuse`.
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
class Case:
    """One situation and what must come of it. `tools` are the names it offers; null offers all."""

    id: str
    title: str | None
    tags: tuple[str, ...]
    user: str
    tools: tuple[str, ...] | None = None
    approves: tuple[Approval, ...]
    expect: Expectation
    path: PathSteps


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


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryPolicy:
    """When a request is sent again. `attempts` counts requests; waits are in seconds."""

    attempts: int = 3
    on: tuple[str, ...] = ("429", "5xx", "timeout", "connect", "read")
    max_wait_s: float = 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSettings:
    """How attempts are made; null settings are not sent."""

    temperature: float | None = None
    max_output_tokens: int | None = None
    seed: int | None = None
    tool_choice: ToolChoice | None = None
    parallel_tool_calls: bool | None = None
    repetitions: int = 1
    parallelism: int = 4
    timeout_s: float = 60.0
    retry: RetryPolicy = RetryPolicy()


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractRules:
    """How much of a contract a payload may lose: `accept` for all, `tools` for single ones."""

    accept: Exactness = "lossy"
    tools: Mapping[str, Exactness] = field(default_factory=dict)

    def accepted(self, tool: str) -> Exactness:
        """What is accepted for one tool."""
        return self.tools.get(tool, self.accept)


@dataclass(frozen=True, slots=True, kw_only=True)
class Threshold:
    """A bound on one metric, of all attempts (`tag` null) or of one tag's."""

    metric: str
    tag: str | None
    min: float | None
    max: float | None
    confidence: float | None

    @property
    def name(self) -> str:
        """The key as written in the spec."""
        return self.metric if self.tag is None else f"{self.metric}[tag={self.tag}]"


@dataclass(frozen=True, slots=True, kw_only=True)
class GateRules:
    """What a release needs. `critical` null means: every finding of critical severity.

    `is_default` is true when the spec has no `gate`: then every case must pass.
    """

    critical: tuple[str, ...] | None
    thresholds: tuple[Threshold, ...]
    min_case_pass_rate: float | None
    min_coverage: float
    is_default: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Spec:
    """Everything a spec says, in its long form.

    `fills_defaults` is `compare: {defaults: filled}`; `clock` is `world.clock`.
    """

    name: str
    version: str
    owner: str | None
    prompt: Prompt
    tools: tuple[Tool, ...]
    cases: tuple[Case, ...]
    targets: tuple[Target, ...]
    run: RunSettings
    contract: ContractRules = ContractRules()
    gate: GateRules
    clock: str | None
    fills_defaults: bool

    def tool(self, name: str) -> Tool | None:
        """The tool of that name, or null."""
        return next((each for each in self.tools if each.name == name), None)

    def offered(self, case: Case) -> tuple[Tool, ...]:
        """The tools that a case offers, in the order of the spec."""
        if case.tools is None:
            return self.tools
        return tuple(each for each in self.tools if each.name in case.tools)

    def case(self, case_id: str) -> Case | None:
        """The case of that id, or null."""
        return next((each for each in self.cases if each.id == case_id), None)
