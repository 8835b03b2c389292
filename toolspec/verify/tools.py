"""One tool: its name, its description, its strictness, and its schema keyword by keyword."""

from __future__ import annotations

import re
from collections.abc import Iterator

from toolspec.contract.document import Document
from toolspec.dialect import Dialect, NameRule
from toolspec.provider import ToolDefinition
from toolspec.verify.comparison import compare, notes_in
from toolspec.verify.ledger import item_of
from toolspec.verify.limits import broken_by_tool
from toolspec.verify.report import Item, ToolContract, verdict_of
from toolspec.verify.sameness import same
from toolspec.verify.served import served
from toolspec.verify.shown import shown
from toolspec.verify.unchanged import items_of_unchanged
from toolspec.verify.views import Side
from toolspec.verify.work import Work


def contract_of(
    tool: ToolDefinition, lifted: ToolDefinition, dialect: Dialect, name_problem: str
) -> tuple[ToolContract, Document]:
    """Compare a tool with what the payload makes of it.

    `name_problem` says why the name cannot be told from others, and is empty otherwise. The
    document is that of the lifted schema.
    """
    document = Document(lifted.parameters)
    items = (
        _name(tool, lifted, dialect.tool_name, name_problem),
        _description(tool, lifted),
        _strictness(tool, lifted, dialect),
        *broken_by_tool(lifted, document, dialect),
        *_schema(tool, lifted, document, dialect),
    )
    contract = ToolContract(
        tool=tool.name, wire_name=lifted.name, verdict=verdict_of(items), items=items
    )
    return contract, document


def missing(tool: ToolDefinition) -> ToolContract:
    """A tool that the payload does not offer."""
    item = item_of("", "name", "illegal", "the payload does not offer this tool")
    return ToolContract(tool=tool.name, wire_name=None, verdict="refused", items=(item,))


def _name(tool: ToolDefinition, lifted: ToolDefinition, rule: NameRule, problem: str) -> Item:
    problem = problem or _broken_rule(lifted.name, rule)
    if problem:
        item = item_of("", "name", "illegal", problem)
        return Item(
            pointer="",
            keyword="name",
            verdict="illegal",
            detail=item.detail,
            source=rule.source or None,
            date=rule.date or None,
        )
    if lifted.name == tool.name:
        return item_of("", "name", "kept")
    return item_of("", "name", "rewritten", f"as `{lifted.name}`", reversible=True)


def _broken_rule(name: str, rule: NameRule) -> str:
    if not rule.shortest <= len(name) <= rule.longest:
        length = f"{rule.shortest} to {rule.longest}"
        return f"`{name}` has {len(name)} characters, and a name has {length}"
    if re.fullmatch(rule.pattern, name) is None:
        return f"`{name}` does not match `{rule.pattern}`"
    return ""


def _description(tool: ToolDefinition, lifted: ToolDefinition) -> Item:
    own, there = tool.description, lifted.description
    if own == there:
        return item_of("", "description", "kept")
    if not there:
        return item_of("", "description", "dropped", "the payload has none")
    if there.startswith(own) and notes_in(there, [own]):
        return item_of("", "description", "kept", "with notes after it")
    if not own:
        return item_of("", "description", "rewritten", "added", reversible=False)
    if own.startswith(there):
        detail = f"cut to {len(there)} of {len(own)} characters"
        return item_of("", "description", "weakened", detail)
    return item_of("", "description", "weakened", f"the payload says {shown(there)}")


def _strictness(tool: ToolDefinition, lifted: ToolDefinition, dialect: Dialect) -> Item:
    fact = dialect.acceptance("strict")
    if not lifted.strict:
        if not tool.strict:
            return item_of("", "strict", "kept")
        return item_of("", "strict", "dropped", "the payload does not ask for it", fact=fact)
    if fact.value == "rejected":
        return item_of("", "strict", "illegal", "the provider rejects it", fact=fact)
    if not tool.strict:
        return item_of("", "strict", "narrowed", "the payload asks for it", fact=fact)
    if fact.value != "accepted":
        return item_of("", "strict", "dropped", "sent, but the server drops it", fact=fact)
    return item_of("", "strict", "kept", fact=fact)


def _schema(
    tool: ToolDefinition, lifted: ToolDefinition, document: Document, dialect: Dialect
) -> Iterator[Item]:
    is_strict = lifted.strict and dialect.strict is not None
    found = served(document, dialect.rules(strict=lifted.strict), strict=is_strict)
    if same(tool.parameters, lifted.parameters):
        yield from items_of_unchanged(found)
        return
    work = Work(
        canonical=Side(Document(tool.parameters)),
        lifted=Side(document, found.hidden),
        served=found,
    )
    own, there = tool.description, lifted.description
    compare(work, {} if own == there else notes_in(there, [own]))
    yield from work.ledger.items()
