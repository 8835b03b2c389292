"""What a payload makes of a contract: one item a keyword, one verdict a tool."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Final, Literal, TypeAlias, get_args

from toolspec.jsontypes import JsonObject
from toolspec.schema_features import SILENT_ANNOTATIONS

# From harmless to fatal. `narrowed`: the payload admits less than the contract; `illegal`: the
# provider answers 400, or would do something else than it was asked for.
Verdict: TypeAlias = Literal[
    "kept",
    "rewritten",
    "moved_to_description",
    "narrowed",
    "weakened",
    "dropped",
    "illegal",
]
ToolVerdict: TypeAlias = Literal["exact", "lossy", "refused"]

VERDICTS: Final[tuple[Verdict, ...]] = get_args(Verdict)
# From harmless to fatal.
TOOL_VERDICTS: Final[tuple[ToolVerdict, ...]] = get_args(ToolVerdict)
SEVERITY: Final[Mapping[Verdict, int]] = {each: place for place, each in enumerate(VERDICTS)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """The verdict on one keyword, or on one thing that the payload says besides.

    `pointer` leads into the canonical `parameters` to the keyword itself: where it stands, or where
    it would stand when only the payload has it. For what is said of a whole schema it leads to that
    schema, and `keyword` is a feature (`toolspec.schema_features`); for a whole tool or request it
    is empty, and `keyword` is a field (`name`), a setting or a limit.
    `reversible`: true when responses can be changed back, false when there is nothing to change,
    null when nothing was rewritten. `support`, `source` and `date` are the dialect's fact.
    """

    pointer: str
    keyword: str
    verdict: Verdict
    detail: str = ""
    reversible: bool | None = None
    support: Literal["enforced", "hint"] | None = None
    source: str | None = None
    date: str | None = None

    @property
    def is_loss(self) -> bool:
        """Whether a part of the contract is not in the payload as it was meant."""
        if self.verdict in ("kept", "rewritten"):
            return False
        return not (self.verdict == "dropped" and self.keyword in SILENT_ANNOTATIONS)

    def to_json(self) -> JsonObject:
        """The item as JSON; what is not known is left out."""
        named = ((each.name, getattr(self, each.name)) for each in fields(self))
        return {name: value for name, value in named if value not in (None, "") or name in _ALWAYS}


_ALWAYS: Final = frozenset({"pointer", "keyword", "verdict"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolContract:
    """One tool. `wire_name` is null when the payload does not offer it.

    `exact`: every item is kept or rewritten; `refused`: one is illegal; otherwise `lossy`.
    """

    tool: str
    wire_name: str | None
    verdict: ToolVerdict
    items: tuple[Item, ...]

    def to_json(self) -> JsonObject:
        """The tool as JSON."""
        return {
            "tool": self.tool,
            "wire_name": self.wire_name,
            "verdict": self.verdict,
            "items": [each.to_json() for each in self.items],
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractReport:
    """The proof for one payload. `tools` in canonical order, empty when it offers none on purpose.

    `settings` speaks of what was asked for besides the tools, `limits` of rules that hold for the
    request as a whole and are broken.
    """

    adapter: str
    model: str
    tools: tuple[ToolContract, ...]
    settings: tuple[Item, ...]
    limits: tuple[Item, ...]

    @property
    def verdict(self) -> ToolVerdict:
        """The worst verdict of all."""
        verdicts = {each.verdict for each in self.tools} | {verdict_of(self.settings)}
        verdicts.add(verdict_of(self.limits))
        return max(verdicts, key=TOOL_VERDICTS.index)

    @property
    def counts(self) -> Mapping[Verdict, int]:
        """How many items have each verdict; every verdict is there."""
        seen = Counter(item.verdict for _, item in self.items())
        return {verdict: seen[verdict] for verdict in VERDICTS}

    def items(self) -> Iterator[tuple[str | None, Item]]:
        """Every item with the name of its tool, null for the request as a whole."""
        for tool in self.tools:
            yield from ((tool.tool, item) for item in tool.items)
        yield from ((None, item) for item in (*self.settings, *self.limits))

    @property
    def losses(self) -> Iterator[tuple[str | None, Item]]:
        """The items that are losses, as `items` gives them."""
        return (each for each in self.items() if each[1].is_loss)

    def to_json(self) -> JsonObject:
        """The report as JSON."""
        return {
            "adapter": self.adapter,
            "model": self.model,
            "verdict": self.verdict,
            "counts": dict(self.counts),
            "tools": [each.to_json() for each in self.tools],
            "settings": [each.to_json() for each in self.settings],
            "limits": [each.to_json() for each in self.limits],
        }


def verdict_of(items: tuple[Item, ...]) -> ToolVerdict:
    """The verdict that follows from items."""
    verdict: ToolVerdict = "exact"
    for item in items:
        if item.verdict == "illegal":
            return "refused"
        if item.is_loss:
            verdict = "lossy"
    return verdict
