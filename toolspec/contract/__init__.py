"""The contract of a tool's arguments: JSON Schema 2020-12, linted, checked and exemplified."""

from toolspec.contract.example import example
from toolspec.contract.formats import ASSERTED_FORMATS, matches_format
from toolspec.contract.lint import SchemaProblem, lint
from toolspec.contract.patterns import (
    Pattern,
    PatternTimeout,
    UnsupportedPattern,
    compile_pattern,
)
from toolspec.contract.repair import REPAIR_VERSION
from toolspec.contract.validator import ArgumentValidator, BrokenSchema, ValidationTimeout
from toolspec.contract.violation import Violation, ViolationCode

__all__ = [
    "ASSERTED_FORMATS",
    "REPAIR_VERSION",
    "ArgumentValidator",
    "BrokenSchema",
    "Pattern",
    "PatternTimeout",
    "SchemaProblem",
    "UnsupportedPattern",
    "ValidationTimeout",
    "Violation",
    "ViolationCode",
    "compile_pattern",
    "example",
    "lint",
    "matches_format",
]
