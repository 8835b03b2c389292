"""A spec as a whole."""

from __future__ import annotations

from dataclasses import dataclass, field

from toolspec.spec.case import Case
from toolspec.spec.gate import GateRules
from toolspec.spec.settings import ContractRules, RunSettings
from toolspec.spec.target import Target
from toolspec.spec.tool import Tool
from toolspec.spec.world import ContextLevels, World


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """The instructions, as a version of their own.

    `clock` is a line behind them that tells the time of the world in place of `{clock}`; null: the
    model is not told.
    """

    id: str
    version: str
    text: str
    clock: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Spec:
    """Everything a spec says, in its long form.

    `fills_defaults` is `compare: {defaults: filled}`; `context` is `matrix.context`.
    """

    name: str
    version: str
    owner: str | None
    prompt: Prompt
    tools: tuple[Tool, ...]
    cases: tuple[Case, ...]
    targets: tuple[Target, ...]
    run: RunSettings
    contract: ContractRules = field(default_factory=ContractRules)
    gate: GateRules
    fills_defaults: bool
    world: World = field(default_factory=World)
    context: ContextLevels | None = None

    @property
    def clock(self) -> str | None:
        """The time it is for every case that does not say another."""
        return self.world.clock

    def instructions(self, case: Case) -> str:
        """What the model is told in a case: the prompt, and the time where the spec says so."""
        line, now = self.prompt.clock, self.world_of(case).clock
        if line is None or now is None:
            return self.prompt.text
        return f"{self.prompt.text.rstrip()}\n\n{line.replace('{clock}', now)}"

    def world_of(self, case: Case) -> World:
        """What surrounds the attempts of a case."""
        return self.world if case.world is None else case.world

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
