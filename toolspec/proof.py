"""Plan → what each target's payload makes of the contract, proved on the payload itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from toolspec.compiler.expand import settings_for
from toolspec.diagnostics import Diagnostics
from toolspec.plan import Plan
from toolspec.provider import Settings, SystemTurn, UserTurn
from toolspec.source import Document, PathSteps
from toolspec.spec import Spec, Target
from toolspec.target_format import TargetFormat
from toolspec.verify import ContractReport, Item, ToolContract, verify
from toolspec.wire_format import Prepared

_SEVERAL = 3


@dataclass(frozen=True, slots=True)
class Proof:
    """The report of one target for one offered part of the catalogue."""

    target: Target
    report: ContractReport


def prove(plan: Plan) -> tuple[Proof, ...]:
    """One proof for each target and each part of the catalogue that its cases offer."""
    offers = {each.tools: plan.spec.offered(each) for each in plan.cases}
    proofs = []
    for target in plan.targets:
        target_format = TargetFormat(target)
        for tools in offers.values():
            prepared = target_format.prepared(tuple(each.definition for each in tools))
            proofs.append(Proof(target, _report(plan.spec, target, prepared)))
    return tuple(proofs)


def _report(spec: Spec, target: Target, prepared: Prepared) -> ContractReport:
    settings = settings_for(spec, target)
    request = prepared.lower((SystemTurn(spec.prompt.text), UserTurn("…")), settings)
    return verify(
        () if prepared.is_text else prepared.tools,
        _asked(settings, target),
        prepared.lift_request(request),
        prepared.catalogue.names,
        prepared.dialect,
    )


def _asked(settings: Settings, target: Target) -> Settings:
    """What is asked of the payload: tools in the instructions have no choice among them."""
    if target.tool_mode == "native":
        return settings
    return replace(settings, tool_choice=None, parallel_tool_calls=None)


def tools_of(proofs: tuple[Proof, ...], target: Target) -> tuple[ToolContract, ...]:
    """The tools of a target, each once: cases that offer less than all show the same tool again."""
    found: dict[str, ToolContract] = {}
    for proof in proofs:
        if proof.target == target:
            for tool in proof.report.tools:
                found.setdefault(tool.tool, tool)
    return tuple(found.values())


def report_breaches(
    proofs: tuple[Proof, ...], spec: Spec, document: Document, problems: Diagnostics
) -> None:
    """Report what a provider would reject, losses the spec does not accept, settings not sent."""
    for target in dict.fromkeys(each.target.name for each in proofs):
        own = tuple(each for each in proofs if each.target.name == target)
        for tool in tools_of(own, own[0].target):
            _report_tool(tool, own[0].target, spec, document, problems)
        items = (item for each in own for item in (*each.report.settings, *each.report.limits))
        for item in dict.fromkeys(items):
            _report_request(item, own[0].target, document, problems)


def _report_tool(
    tool: ToolContract, target: Target, spec: Spec, document: Document, problems: Diagnostics
) -> None:
    path: PathSteps = ("tools", tool.tool)
    adapter = target.adapter
    illegal = [each for each in tool.items if each.verdict == "illegal"]
    losses = [each for each in tool.items if each.is_loss]
    if illegal:
        message = f"`{adapter}` does not take this tool: {_listed(illegal)}"
        help = "change the schema, leave out `strict`, or run the target with another adapter"
        problems.add(document.diagnostic("TS401", message, path, at="key", help=help))
    elif losses and spec.contract.accepted(tool.tool) == "exact":
        message = f"`{adapter}` does not carry all of this tool: {_listed(losses)}"
        help = "`toolspec check --losses` shows every loss; `contract` says what is accepted"
        problems.add(document.diagnostic("TS402", message, path, at="key", help=help))


def _report_request(item: Item, target: Target, document: Document, problems: Diagnostics) -> None:
    is_in_file = (
        isinstance(document.root.get("targets"), dict) and target.name in (document.root["targets"])
    )
    path: PathSteps = ("targets", target.name) if is_in_file else ()
    said = f"{item.keyword}: {item.detail}" if item.detail else item.keyword
    if item.verdict == "illegal":
        message = f"`{target.adapter}` does not take this request: {said}"
        help = "change `run`, or say under `takes` or `limits` what the model does take"
        problems.add(document.diagnostic("TS401", message, path, at="key", help=help))
    elif item.is_loss and item.verdict in ("dropped", "weakened"):
        message = f"`{target.name}` ({target.adapter}) is not sent all of `run`: {said}"
        found = document.diagnostic("TS403", message, path, at="key", severity="warning")
        problems.add(found)


def _listed(items: list[Item]) -> str:
    shown = [
        f"{each.pointer or each.keyword}{f' ({each.detail})' if each.detail else ''}"
        for each in items[:_SEVERAL]
    ]
    more = len(items) - len(shown)
    return "; ".join(shown) + (f"; {more} more" if more else "")


def loss_lines(proofs: tuple[Proof, ...], target: Target) -> Iterator[str]:
    """Every loss of a target's tools, one a line: tool, pointer, verdict and what happens."""
    for tool in tools_of(proofs, target):
        for item in tool.items:
            if item.is_loss:
                place = item.pointer or item.keyword
                detail = f": {item.detail}" if item.detail else ""
                yield f"{tool.tool} {place} {item.verdict}{detail}"
