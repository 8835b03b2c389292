"""Plan → what each target's payload makes of the contract, proved on the payload itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from toolspec.compiler.expand import settings_for
from toolspec.diagnostics import Diagnostics, Note
from toolspec.jsontypes import JsonObject
from toolspec.plan import Plan
from toolspec.provider import Settings, SystemTurn, UserTurn
from toolspec.source import Document, PathSteps
from toolspec.spec import Spec, Target
from toolspec.target_format import TargetFormat
from toolspec.verify import TOOL_VERDICTS, ContractReport, Item, ToolContract, verify
from toolspec.wire_format import Prepared

# Items that a message names; `--losses` names all.
_SEVERAL = 3


@dataclass(frozen=True, slots=True)
class Proof:
    """What is proved of one target: a report for each part of the catalogue that cases offer."""

    target: Target
    reports: tuple[ContractReport, ...]

    @property
    def name(self) -> str:
        """The target and its wire format, once where both have one name."""
        name, adapter = self.target.name, self.target.adapter
        return name if name == adapter else f"{name} ({adapter})"

    @property
    def tools(self) -> tuple[ToolContract, ...]:
        """Each tool once: as it fares worst among what the cases offer."""
        found: dict[str, ToolContract] = {}
        for tool in (each for report in self.reports for each in report.tools):
            known = found.get(tool.tool)
            if known is None or _badness(tool) > _badness(known):
                found[tool.tool] = tool
        return tuple(found.values())

    @property
    def request_items(self) -> tuple[Item, ...]:
        """What holds for requests as a whole: settings, and limits that are broken."""
        items = (item for each in self.reports for item in (*each.settings, *each.limits))
        return tuple(dict.fromkeys(items))

    def loss_lines(self) -> Iterator[str]:
        """Every loss of a tool, one a line: tool, pointer, verdict and what happens.

        A name that the provider does not allow is no loss, and still shown with the one that is
        sent.
        """
        for tool in self.tools:
            for item in tool.items:
                if item.is_loss or (item.keyword, item.verdict) == ("name", "rewritten"):
                    yield f"{tool.tool} {_place(item)} {item.verdict}{_detail(item)}"


def _badness(tool: ToolContract) -> int:
    return TOOL_VERDICTS.index(tool.verdict)


def prove(plan: Plan) -> tuple[Proof, ...]:
    """One proof a target."""
    offers = {each.tools: plan.spec.offered(each) for each in plan.cases}
    catalogues = [tuple(each.definition for each in tools) for tools in offers.values()]
    proofs = []
    for target in plan.targets:
        prepared = map(TargetFormat(target).prepared, catalogues)
        reports = tuple(_report(plan.spec, target, each) for each in prepared)
        proofs.append(Proof(target, reports))
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


def proofs_as_json(proofs: tuple[Proof, ...]) -> list[JsonObject]:
    """Every report with the name of its target."""
    return [
        {"target": proof.target.name, **report.to_json()}
        for proof in proofs
        for report in proof.reports
    ]


def report_breaches(
    proofs: tuple[Proof, ...], spec: Spec, document: Document, problems: Diagnostics
) -> None:
    """Report what a provider would reject, losses the spec does not accept, settings not sent."""
    for proof in proofs:
        for tool in proof.tools:
            _report_tool(tool, proof, spec, document, problems)
        for item in proof.request_items:
            _report_request(item, proof, document, problems)


def _report_tool(
    tool: ToolContract, proof: Proof, spec: Spec, document: Document, problems: Diagnostics
) -> None:
    path: PathSteps = ("tools", tool.tool)
    adapter = proof.target.adapter
    illegal = [each for each in tool.items if each.verdict == "illegal"]
    losses = [each for each in tool.items if each.is_loss]
    if illegal:
        message = f"`{adapter}` does not take this tool: {_listed(illegal)}"
        help = "change the schema, leave out `strict`, or run the target with another adapter"
        notes = _sources(illegal)
        problems.add(document.diagnostic("TS401", message, path, at="key", help=help, notes=notes))
    elif losses and spec.contract.accepted(tool.tool) == "exact":
        message = f"`{adapter}` does not carry all of this tool: {_listed(losses)}"
        help = "`toolspec check --losses` shows every loss; `contract` says what is accepted"
        problems.add(document.diagnostic("TS402", message, path, at="key", help=help))


def _report_request(item: Item, proof: Proof, document: Document, problems: Diagnostics) -> None:
    path = _asked_at(item, document)
    if item.verdict == "illegal":
        message = f"`{proof.name}` does not take `{item.keyword}`{_detail(item)}"
        help = "change it, or say under `takes` or `limits` of the target what the model takes"
        notes = _sources([item])
        problems.add(document.diagnostic("TS401", message, path, at="key", help=help, notes=notes))
    elif item.is_loss and item.verdict in ("dropped", "weakened"):
        message = f"`{proof.name}` is not sent `{item.keyword}` as it is written{_detail(item)}"
        found = document.diagnostic("TS403", message, path, at="key", severity="warning")
        problems.add(found)


def _asked_at(item: Item, document: Document) -> PathSteps:
    """Where the file asks for it."""
    run = document.root.get("run")
    return ("run", item.keyword) if isinstance(run, dict) and item.keyword in run else ("tools",)


def _sources(items: list[Item]) -> tuple[Note, ...]:
    """Who says so, and since when it is known: what a provider takes changes."""
    known = dict.fromkeys((each.date, each.source) for each in items if each.source)
    return tuple(
        Note(f"as of {date}: {source}" if date else f"said by {source}")
        for date, source in [*known][:_SEVERAL]
    )


def _listed(items: list[Item]) -> str:
    shown = [f"{_place(each)}{f' ({each.detail})' if each.detail else ''}" for each in items]
    more = len(shown) - _SEVERAL
    return "; ".join(shown[:_SEVERAL]) + (f"; {more} more" if more > 0 else "")


def _place(item: Item) -> str:
    return item.pointer or item.keyword


def _detail(item: Item) -> str:
    return f": {item.detail}" if item.detail else ""
