"""The comparison of expected argument values with actual ones, and the matchers it knows.

A plain value is a literal. Everything looser is an object whose only key starts with `$`; the rest
of the key is the name of a module of this package, which is all there is to adding a matcher.
`Matcher` is what such a module has to hold.
"""

from toolspec.matchers._catalogue import MATCHERS, is_matcher, load, matcher_name
from toolspec.matchers._compare import compare, compare_literally, joined
from toolspec.matchers._misfits import misfits
from toolspec.matchers._problems import problems
from toolspec.matchers._records import (
    MISSING,
    Allowance,
    CheckError,
    Comparison,
    Context,
    Difference,
    Matcher,
    MatcherProblem,
    Missing,
    Mode,
    NormalizeStep,
    Unsolvable,
    matcher_difference,
)
from toolspec.matchers._scalars import identical
from toolspec.matchers._solve import solve
from toolspec.matchers._used import used

__all__ = [
    "MATCHERS",
    "MISSING",
    "Allowance",
    "CheckError",
    "Comparison",
    "Context",
    "Difference",
    "Matcher",
    "MatcherProblem",
    "Missing",
    "Mode",
    "NormalizeStep",
    "Unsolvable",
    "compare",
    "compare_literally",
    "identical",
    "is_matcher",
    "joined",
    "load",
    "matcher_difference",
    "matcher_name",
    "misfits",
    "problems",
    "solve",
    "used",
]
