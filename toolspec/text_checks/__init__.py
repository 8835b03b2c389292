"""The checks on the text of a reply, and the rule that joins them.

A rule is a mapping from the names of checks to their options; it passes when all of them do. Each
check is a module of this package, which is all there is to adding one; `TextCheck` is what it has
to hold. Texts are compared in NFC. `ignore_case` and `fold_yo` loosen a rule, `not` inverts one.
"""

from toolspec.matchers import Unsolvable
from toolspec.text_checks._catalogue import TEXT_CHECKS, load
from toolspec.text_checks._check import check_reply
from toolspec.text_checks._problems import problems
from toolspec.text_checks._records import Folding, Miss, RuleProblem, TextCheck, TextFailure
from toolspec.text_checks._solve import solve_reply
from toolspec.text_checks._stems import has_stem

__all__ = [
    "TEXT_CHECKS",
    "Folding",
    "Miss",
    "RuleProblem",
    "TextCheck",
    "TextFailure",
    "Unsolvable",
    "check_reply",
    "has_stem",
    "load",
    "problems",
    "solve_reply",
]
