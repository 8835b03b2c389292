"""A spec in its long form: every short form is expanded, every default is filled in.

Records only; they hold what was written and where (`path`, a path into the `Document`), so that a
later pass can point at it.
"""

from toolspec.spec.case import (
    Approval,
    Case,
    Check,
    Claim,
    Expectation,
    ExpectedCall,
    ExpectedKind,
    ForbiddenCall,
    Match,
    Parallel,
    StateRule,
    Until,
    UserTurn,
)
from toolspec.spec.document import Prompt, Spec
from toolspec.spec.gate import GateRules, Threshold
from toolspec.spec.settings import ContractRules, Exactness, RetryPolicy, RunSettings
from toolspec.spec.stub import Pages, Rows, Sample, Stub, StubAnswer, StubError, StubRule, Write
from toolspec.spec.target import Target, ToolMode
from toolspec.spec.tool import ArgumentRule, Confirm, Effect, ErrorRule, Requirement, Tool
from toolspec.spec.world import ContextLevels, Fault, FaultKind, Principal, Trajectory, World

__all__ = [
    "Approval",
    "ArgumentRule",
    "Case",
    "Check",
    "Claim",
    "Confirm",
    "ContextLevels",
    "ContractRules",
    "Effect",
    "ErrorRule",
    "Exactness",
    "Expectation",
    "ExpectedCall",
    "ExpectedKind",
    "Fault",
    "FaultKind",
    "ForbiddenCall",
    "GateRules",
    "Match",
    "Pages",
    "Parallel",
    "Principal",
    "Prompt",
    "Requirement",
    "RetryPolicy",
    "Rows",
    "RunSettings",
    "Sample",
    "Spec",
    "StateRule",
    "Stub",
    "StubAnswer",
    "StubError",
    "StubRule",
    "Target",
    "Threshold",
    "Tool",
    "ToolMode",
    "Trajectory",
    "Until",
    "UserTurn",
    "World",
    "Write",
]
