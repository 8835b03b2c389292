"""The proof that a payload carries the contract: canonical tools against what the payload says.

Independent of `toolspec.lowering`: the payload is judged by its own words, read back by the
adapter's `lift_request`, and by the facts of the dialect. Nothing is left unreported: every keyword
of every canonical schema has exactly one item.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from toolspec.dialect import Dialect
from toolspec.provider import LiftedRequest, Settings, ToolDefinition
from toolspec.verify.ledger import item_of
from toolspec.verify.limits import broken_by_request
from toolspec.verify.report import (
    TOOL_VERDICTS,
    VERDICTS,
    ContractReport,
    Item,
    ToolContract,
    ToolVerdict,
    Verdict,
)
from toolspec.verify.settings import carries_no_choice, judge_settings
from toolspec.verify.tools import contract_of, missing

__all__ = [
    "TOOL_VERDICTS",
    "VERDICTS",
    "ContractReport",
    "Item",
    "ToolContract",
    "ToolVerdict",
    "Verdict",
    "verify",
]


def verify(
    tools: tuple[ToolDefinition, ...],
    settings: Settings,
    lifted: LiftedRequest,
    names: Mapping[str, str],
    dialect: Dialect,
) -> ContractReport:
    """Judge what a payload makes of tools and settings; never raises, whatever the payload says.

    `tools` and `settings` are canonical, `lifted` is what the payload says, `names` maps its tool
    names to canonical ones, and `dialect` is that of the model.
    """
    offered: dict[str, ToolDefinition] = {}
    for each in lifted.tools:
        offered.setdefault(names.get(each.name, each.name), each)
    problems = _name_problems(lifted, names)
    contracts, documents, compared = [], [], []
    for tool in tools:
        there = offered.get(tool.name)
        if there is None:
            contracts.append(missing(tool))
            continue
        contract, document = contract_of(tool, there, dialect, problems.get(tool.name, ""))
        contracts.append(contract)
        documents.append(document)
        compared.append(there)
    return ContractReport(
        adapter=dialect.name,
        model=settings.model,
        tools=() if carries_no_choice(settings, lifted) else tuple(contracts),
        settings=tuple(judge_settings(settings, lifted, names, dialect)),
        limits=(
            *broken_by_request(compared, documents, dialect),
            *_unknown_tools(tools, offered),
        ),
    )


def _name_problems(lifted: LiftedRequest, names: Mapping[str, str]) -> dict[str, str]:
    """Canonical names that the payload does not tell apart, with the reason."""
    wire = Counter(each.name for each in lifted.tools)
    canonical = Counter(names.get(each, each) for each in wire)
    found = {
        names.get(each, each): f"{count} tools of the payload are named `{each}`"
        for each, count in wire.items()
        if count > 1
    }
    for name, count in canonical.items():
        if count > 1:
            found[name] = f"{count} names of the payload stand for it"
    return found


def _unknown_tools(
    tools: tuple[ToolDefinition, ...], offered: Mapping[str, ToolDefinition]
) -> list[Item]:
    known = {each.name for each in tools}
    return [
        item_of("", "tools", "weakened", f"the payload offers `{each.name}`, which is no tool here")
        for name, each in offered.items()
        if name not in known
    ]
