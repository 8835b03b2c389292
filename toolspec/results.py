"""What grading, measuring and deciding hand on: findings, verdicts, measures, the decision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from toolspec.jsontypes import Json
from toolspec.trace import Status

Severity = Literal["critical", "major", "minor"]
Layer = Literal[
    "decision", "tool", "parse", "schema", "value", "grounding", "policy", "effects", "reply"
]
LAYERS: tuple[Layer, ...] = get_args(Layer)
Outcome = Literal["pass", "fail", "unchecked", "check_error", "not_comparable"]
RuleOutcome = Literal["pass", "fail", "inconclusive"]
Track = Literal["raw_valid", "repairable", "invalid"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that is wrong with an attempt.

    `step` counts the model's turns from 0; `call` is the index of the call in that turn or null;
    `pointer` is a JSON pointer into its arguments; `rule` is the line of the spec that was broken.
    """

    code: str
    layer: Layer
    severity: Severity
    message: str
    step: int = 0
    call: int | None = None
    pointer: str | None = None
    expected: Json = None
    got: Json = None
    rule: str | None = None
    hint: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CallGrade:
    """How one proposed call fared on its own: was it readable, and do its arguments fit the schema.

    `repairs` names the deterministic repairs that would make it valid; they are never applied.
    """

    tool: str | None
    is_parsed: bool
    track: Track
    repairs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFacts:
    """What metrics count of an attempt that was run to its end.

    `confirmations` counts the calls that needed a separate assent, `confirmed` those that had it.
    `errors` holds each error code that the model met. `expected_calls` and `made_calls` count the
    calls of the case and those of them that were made; `other_calls` what was called beside.
    `holds_state` and `holds_path` are null where the case says nothing of them; `retains` likewise
    of the marker.
    """

    steps: int
    calls: int
    end: str | None
    confirmations: int
    confirmed: int
    errors: tuple[str, ...]
    expected_calls: int
    made_calls: int
    other_calls: int
    holds_state: bool | None
    holds_path: bool | None
    retains: bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The judgement of one completed attempt.

    `layers` holds, in order, the layers that were judged and whether each held; `failed_layer` is
    the first that did not; `classification` is the class of its first finding. `allowances` names
    each looser rule that let a value through. `deferred` counts expected calls that a stated
    parallel policy leaves to later turns. `signature` is equal for equal normalised decisions.
    `run` is null for a case that ends at the first decision.
    """

    case_id: str
    outcome: Outcome
    findings: tuple[Finding, ...] = ()
    layers: tuple[tuple[Layer, bool], ...] = ()
    calls: tuple[CallGrade, ...] = ()
    allowances: tuple[str, ...] = ()
    deferred: int = 0
    signature: str = ""
    classification: str | None = None
    wants_call: bool | None = None
    run: RunFacts | None = None

    @property
    def failed_layer(self) -> Layer | None:
        """The first layer that did not hold."""
        return next((layer for layer, holds in self.layers if not holds), None)

    def holds(self, layer: Layer) -> bool | None:
        """Whether a layer held; null when it was not judged."""
        for judged, holds in self.layers:
            if judged == layer:
                return holds
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """One planned attempt with what became of it: the unit that metrics count.

    `verdict` is null unless the attempt completed; `error` and `error_message` say why it did not.
    `elapsed_ms` is the provider's time in milliseconds, waits for retries excluded.
    """

    case_id: str
    tags: tuple[str, ...]
    target: str
    provider: str
    model: str
    variant: str
    attempt: int
    status: Status
    verdict: Verdict | None
    elapsed_ms: float | None = None
    error: str | None = None
    error_message: str | None = None
    transport_retries: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """A metric's value with its denominator and 95 % interval; null where nothing was counted."""

    value: float | None
    numerator: float | None
    denominator: int
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """One rule of the gate and how it came out. `needed` and `got` are for people."""

    rule: str
    outcome: RuleOutcome
    target: str | None
    needed: str
    got: str
    cases: tuple[str, ...] = ()


EXIT_CODES = {"passed": 0, "failed": 1, "inconclusive": 3, "interrupted": 130}


@dataclass(frozen=True, slots=True, kw_only=True)
class GateDecision:
    """The one decision that the verdict line, the files and the exit code come from."""

    outcome: Literal["passed", "failed", "inconclusive", "interrupted"]
    reasons: tuple[Reason, ...]

    @property
    def exit_code(self) -> int:
        """0 passed, 1 failed, 3 inconclusive, 130 interrupted."""
        return EXIT_CODES[self.outcome]
