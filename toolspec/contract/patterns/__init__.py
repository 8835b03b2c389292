"""ECMA-262 patterns (flag `u`): compiled, judged and exemplified."""

from toolspec.contract.patterns.alphabet import missing_yo
from toolspec.contract.patterns.anchors import counter_example, is_unanchored
from toolspec.contract.patterns.compiled import (
    SEARCH_TIMEOUT_S,
    Pattern,
    PatternTimeout,
    compile_pattern,
)
from toolspec.contract.patterns.nodes import UnsupportedPattern
from toolspec.contract.patterns.risk import is_catastrophic
from toolspec.contract.patterns.sample import sample, samples

__all__ = [
    "SEARCH_TIMEOUT_S",
    "Pattern",
    "PatternTimeout",
    "UnsupportedPattern",
    "compile_pattern",
    "counter_example",
    "is_catastrophic",
    "is_unanchored",
    "missing_yo",
    "sample",
    "samples",
]
