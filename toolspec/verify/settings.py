"""What was asked for besides the tools: whether the payload says it, and the server heeds it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from toolspec.dialect import Dialect, Fact
from toolspec.jsontypes import Json
from toolspec.provider import LiftedRequest, NamedTool, Settings, ToolChoice
from toolspec.verify.ledger import item_of
from toolspec.verify.report import Item, Verdict
from toolspec.verify.shown import shown

_NUMBERS: Final = ("temperature", "max_output_tokens", "seed")


def judge_settings(
    settings: Settings, lifted: LiftedRequest, names: Mapping[str, str], dialect: Dialect
) -> Iterator[Item]:
    """The items of all settings that either side has."""
    there = lifted.settings
    if there.model and there.model != settings.model:
        yield item_of("", "model", "weakened", f"the payload names {shown(there.model)}")
    for name in _NUMBERS:
        asked, said = getattr(settings, name), getattr(there, name)
        yield from _setting(name, asked, said, dialect.acceptance(name))
    yield from _tool_choice(settings, lifted, names, dialect)
    yield from _parallel(settings, there, dialect)
    yield from _tools(lifted, dialect)
    yield from _whole_answers(dialect)
    if lifted.unread:
        detail = f"added, and not compared: {', '.join(lifted.unread)}"
        yield item_of("", "unread", "rewritten", detail)


def carries_no_choice(settings: Settings, lifted: LiftedRequest) -> bool:
    """Whether the payload offers no tools because none may be called."""
    return settings.tool_choice == "none" and not lifted.tools


def _setting(name: str, asked: Json, said: Json, fact: Fact) -> Iterator[Item]:
    if asked is None and said is None:
        return
    if asked is None:
        yield item_of("", name, "narrowed", f"the payload adds {shown(said)}")
    elif said is None:
        yield _not_sent(name, f"{shown(asked)} was asked for", fact)
    elif asked != said or isinstance(asked, bool) is not isinstance(said, bool):
        detail = f"{shown(asked)} was asked for, the payload says {shown(said)}"
        yield item_of("", name, "weakened", detail)
    else:
        yield _sent(name, fact)


def _sent(name: str, fact: Fact) -> Item:
    if fact.value == "rejected":
        return item_of("", name, "illegal", "the provider rejects it", fact=fact)
    if fact.value != "accepted":
        return item_of("", name, "dropped", "sent, but the server drops it", fact=fact)
    return item_of("", name, "kept", fact=fact)


def _not_sent(name: str, detail: str, fact: Fact) -> Item:
    if fact.value == "accepted":
        # The dialect does not say why, and its source would be read as the reason.
        return item_of("", name, "dropped", f"{detail}, and is not in the payload")
    return item_of("", name, "dropped", f"{detail}: {_WHY[fact.value]}", fact=fact)


_WHY: Final[Mapping[str | int, str]] = {
    "ignored": "the server would drop it",
    "rejected": "the provider would reject it",
    "unsupported": "the format has no such field",
}


def _tool_choice(
    settings: Settings, lifted: LiftedRequest, names: Mapping[str, str], dialect: Dialect
) -> Iterator[Item]:
    asked, said = settings.tool_choice, _canonical(lifted.settings.tool_choice, names)
    if asked is None:
        if said is not None:
            verdict: Verdict = "rewritten" if said == "auto" else "narrowed"
            yield item_of("", "tool_choice", verdict, f"the payload adds {_called(said)}")
        return
    fact = dialect.acceptance(f"tool_choice.{_kind(asked)}")
    if asked == said:
        yield _sent("tool_choice", fact)
    elif said is None and asked == "auto":
        detail = "it is what a server does when nothing is said"
        yield item_of("", "tool_choice", "rewritten", detail, reversible=False)
    elif carries_no_choice(settings, lifted):
        detail = "by offering no tools"
        yield item_of("", "tool_choice", "rewritten", detail, reversible=False)
    elif asked == "auto":
        yield item_of("", "tool_choice", "narrowed", f"the payload says {_called(said)}")
    else:
        there = "nothing" if said is None else _called(said)
        detail = f"{_called(asked)} was asked for, the payload says {there}"
        reason = None if fact.value == "accepted" else fact
        yield item_of("", "tool_choice", "illegal", detail, fact=reason)


def _canonical(choice: ToolChoice | None, names: Mapping[str, str]) -> ToolChoice | None:
    if isinstance(choice, NamedTool):
        return NamedTool(names.get(choice.name, choice.name))
    return choice


def _kind(choice: ToolChoice) -> str:
    return "named" if isinstance(choice, NamedTool) else choice


def _called(choice: ToolChoice | None) -> str:
    return f"the tool `{choice.name}`" if isinstance(choice, NamedTool) else f"`{choice}`"


def _parallel(settings: Settings, there: Settings, dialect: Dialect) -> Iterator[Item]:
    name = "parallel_tool_calls"
    asked, said = settings.parallel_tool_calls, there.parallel_tool_calls
    several = dialect.acceptance("parallel_calls")
    if asked is False and said is None and several.value != "accepted":
        detail = "an answer has one call anyway"
        yield item_of("", name, "rewritten", detail, reversible=False, fact=several)
        return
    yield from _setting(name, asked, said, dialect.acceptance(name))


def _tools(lifted: LiftedRequest, dialect: Dialect) -> Iterator[Item]:
    fact = dialect.acceptance("tools")
    if not lifted.tools or fact.value == "accepted":
        return
    if fact.value == "ignored":
        yield item_of("", "tools", "dropped", "sent, but the server drops them", fact=fact)
    else:
        yield item_of("", "tools", "illegal", "the model takes no tools", fact=fact)


def _whole_answers(dialect: Dialect) -> Iterator[Item]:
    fact = dialect.acceptance("whole_answers")
    if fact.value != "accepted":
        detail = "the model answers in streams only"
        yield item_of("", "whole_answers", "illegal", detail, fact=fact)
