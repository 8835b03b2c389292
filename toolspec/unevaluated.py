"""The verdict on an attempt whose check could not be evaluated: neither a pass nor a failure."""

from __future__ import annotations

from typing import Final

from toolspec.contract import PatternTimeout, ValidationTimeout
from toolspec.findings import FINDINGS, finding
from toolspec.matchers import CheckError
from toolspec.results import Verdict
from toolspec.spec import Case

UNEVALUATED: Final = (PatternTimeout, ValidationTimeout, CheckError)


def unevaluated(case: Case, error: Exception) -> Verdict:
    """`check_error`, whichever way the check would have come out."""
    found = finding("check_error", f"a check could not be evaluated: {error}")
    return Verdict(
        case_id=case.id,
        outcome="check_error",
        findings=(found,),
        classification=FINDINGS[found.code].classification,
    )
