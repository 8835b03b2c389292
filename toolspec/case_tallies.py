"""What was counted of each case at each target → `CaseTally` records, in plan order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from toolspec.plan import Plan
from toolspec.report import CaseTally
from toolspec.results import Scored

# The name of the target, the variant and the id of the case.
_Key: TypeAlias = tuple[str, str, str]

_COUNTED = (
    "passed",
    "failed",
    "unchecked",
    "check_errors",
    "infra_errors",
    "not_run",
    "not_comparable",
    "deferred",
)


def case_tallies(
    plan: Plan,
    counts: Mapping[_Key, Mapping[str, int]],
    failures: Sequence[Scored],
    allowances: Mapping[_Key, Iterable[str]],
) -> tuple[CaseTally, ...]:
    """One tally a case and target. `failures` are in plan order."""
    first: dict[_Key, Scored] = {}
    # An attempt with findings says more than one that was lost.
    for each in sorted(failures, key=lambda one: not _has_findings(one)):
        first.setdefault((each.target, each.variant, each.case_id), each)
    return tuple(
        CaseTally(
            case_id=case.id,
            title=case.title,
            target=target.name,
            variant=variant,
            until=case.until,
            first_failure=first.get((target.name, variant, case.id)),
            allowances=tuple(sorted(allowances.get((target.name, variant, case.id), ()))),
            **_counted(counts.get((target.name, variant, case.id), {})),
        )
        for target in plan.targets
        for variant in plan.variants
        for case in plan.cases
    )


def _counted(counts: Mapping[str, int]) -> dict[str, int]:
    return {name: counts.get(name, 0) for name in _COUNTED}


def _has_findings(scored: Scored) -> bool:
    return scored.verdict is not None and bool(scored.verdict.findings)
