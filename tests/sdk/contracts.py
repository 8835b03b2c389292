"""What holds between a wire format and the official SDK of its provider."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from hypothesis import settings

from tests.adapters.round_trips import differences
from tests.sdk.exchanges import Case, Exchange, exchange
from tests.sdk.meanings import check_meaning
from toolspec.jsontypes import Json, JsonObject
from toolspec.provider import Request
from toolspec.verify import ContractReport

ABSENT = "the extra `sdk` is not installed"
EXAMPLES = settings(max_examples=500)


class Rejected(Exception):
    """The SDK does not take a payload."""


@dataclass(frozen=True, slots=True)
class Said:
    """An answer as the SDK reads it; each call is its name, its arguments and its id."""

    text: str | None
    calls: tuple[tuple[str, Json, str | None], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sdk:
    """The SDK of a provider.

    `on_the_wire` gives a payload to the SDK's request types and returns the body that the SDK makes
    of it, without defaults that it adds; it raises `Rejected`. `read` parses an answer with the
    SDK's response types. `carried` takes out of a payload what the types of the SDK do not know
    although the server does. `spells_alike`: the body has to be the payload word for word.
    `knows_ids`: calls have ids.
    """

    on_the_wire: Callable[[Request], JsonObject]
    read: Callable[[JsonObject], Said]
    carried: Callable[[JsonObject], JsonObject] = lambda body: body
    spells_alike: bool = True
    knows_ids: bool = True


def check(sdk: Sdk, adapter: str, model: str, case: Case) -> None:
    """The SDK takes what the proof calls legal, and carries and reads what we do."""
    made = exchange(adapter, model, case)
    check_answer(sdk, made)
    payload = made.request.body
    report = made.report(payload)
    try:
        body = sdk.on_the_wire(made.request)
    except Rejected as rejected:
        refused = {each.tool for each in report.tools if each.verdict == "refused"}
        assert refused, f"not predicted: {rejected}"
        legal = tuple(each for each in case.tools if each.name not in refused)
        if legal:
            check(sdk, adapter, model, replace(case, tools=legal))
        return
    expected = sdk.carried(payload)
    told = report if expected == payload else made.report(expected)
    if sdk.spells_alike:
        # Where nothing differs, neither does the report.
        changed = list(differences(expected, body))
        assert not changed, f"the SDK sends something else at {changed}"
    else:
        assert verdicts(made.report(body)) == verdicts(told)
    offered = {each.name: each for each in made.lifted(body).tools}
    sent = made.prepared.catalogue.tools
    for own, lowered, contract in zip(case.tools, sent, told.tools, strict=False):
        if lowered.name in offered:
            check_meaning(own, lowered, offered[lowered.name], contract)


def verdicts(report: ContractReport) -> list[str]:
    """What a report says, in whatever order and words."""
    tools = [f"{each.tool} {each.wire_name} {each.verdict}" for each in report.tools]
    items = [
        f"{tool} {each.pointer} {each.keyword} {each.verdict} {each.reversible}"
        for tool, each in report.items()
    ]
    return sorted(tools + items)


def check_answer(sdk: Sdk, made: Exchange) -> None:
    said = sdk.read(made.response)
    ids = [each.call_id if sdk.knows_ids else None for each in made.calls]
    calls = [(each.name, each.arguments) for each in made.calls]
    assert list(said.calls) == [(*call, call_id) for call, call_id in zip(calls, ids, strict=True)]
    assert (said.text or "") == (made.text or "")
