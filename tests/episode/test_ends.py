"""How each kind of answer carries the loop on or ends it, as a table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from toolspec.diagnostics import Diagnostics
from toolspec.episode import Episode
from toolspec.loading import load_text
from toolspec.provider import (
    AssistantTurn,
    NamedTool,
    Settings,
    SystemTurn,
    ToolResultTurn,
    UserTurn,
)
from toolspec.trace import Decision, ToolCall, Usage

ROWS = yaml.safe_load((Path(__file__).parent / "ends.yaml").read_text("utf-8"))
TEXT = {"type": "string"}
TOOLS = {
    "look": {
        "description": "Показать заказ.",
        "effect": "read",
        "parameters": {"type": "object", "properties": {"order": TEXT, "note": TEXT}},
        "stub": [{"return": {"состояние": "в пути 🚚"}}],
    },
    "count": {
        "description": "Сосчитать.",
        "effect": "mutate",
        "confirm": "never",
        "stub": [{"append": {"seen": 1}, "return": {"n": "{{ state.seen | length }}"}}],
    },
}


def episode_of(row: Any) -> Episode:
    says: Any = {"user": "Помоги"}
    if "turns" in row:
        says = {"turns": [{"user": each} for each in row["turns"]]}
    case = {"id": "case", **says, "until": "done", "expect": {"checks": ["true"]}}
    document = {
        "toolspec": 1,
        "name": "ends",
        "version": "1",
        "prompt": {"id": "p", "version": "v1", "text": "Помогай."},
        "tools": TOOLS,
        "world": {"state": {"seen": []}},
        "run": row.get("run", {"max_steps": 8}),
        "cases": [case],
    }
    problems = Diagnostics()
    text = yaml.safe_dump(document, allow_unicode=True, sort_keys=False)
    loaded = load_text("ends.yaml", text, {}, problems)
    assert loaded is not None, [each.message for each in problems.errors]
    spec = loaded.spec
    opening = (SystemTurn(spec.prompt.text), UserTurn(spec.cases[0].user))
    return Episode(spec, spec.cases[0], opening, seed=1)


def call_of(given: Any) -> ToolCall:
    arguments = given.get("arguments")
    return ToolCall(
        call_id=given.get("id"),
        name=given["name"],
        arguments=arguments,
        raw_arguments=given.get("raw", arguments),
        defect=given.get("defect"),
    )


def decision_of(given: Any) -> Decision:
    return Decision(
        kind=given["kind"],
        reason=given.get("reason"),
        text=given.get("text"),
        calls=tuple(map(call_of, given.get("calls", ()))),
        usage=Usage(output_tokens=given.get("tokens")),
    )


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
def test_the_loop_ends_as_the_table_says(row: Any) -> None:
    episode = episode_of(row)
    for given in row["answers"]:
        assert episode.end is None
        episode.take(decision_of(given))
    assert (episode.end, episode.story.end) == (row["end"], row["end"])
    if "statuses" in row:
        assert [each.status for each in episode.story.calls] == row["statuses"]
    closing = [each["event"] for each in episode.events][-2:]
    assert (closing == ["state", "end"]) == (row["end"] is not None)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
def test_every_call_in_the_conversation_has_one_result_behind_it(row: Any) -> None:
    episode = episode_of(row)
    for given in row["answers"]:
        episode.take(decision_of(given))
    waiting: list[ToolCall] = []
    for turn in episode.conversation:
        if isinstance(turn, ToolResultTurn):
            assert turn.call == waiting.pop(0)
        else:
            assert not waiting
            waiting = list(turn.calls) if isinstance(turn, AssistantTurn) else []
    assert not waiting


def test_a_huge_result_is_cut_between_letters_and_is_whole_in_the_journal() -> None:
    limit = 23
    row = {"run": {"max_result_chars": limit}}
    episode = episode_of(row)
    looked = {"kind": "tool_call", "calls": [{"name": "look", "arguments": {"order": "1"}}]}
    episode.take(decision_of(looked))
    shown = episode.conversation[-1]
    events = {each["event"]: each for each in episode.events}
    cut = events["tool_result_truncated"]
    assert isinstance(shown, ToolResultTurn)
    assert shown.content.startswith('{"состояние": "в пути 🚚…')
    assert (cut["step"], cut["call"], cut["to_chars"]) == (0, 0, len(shown.content))
    assert cut["from_chars"] == limit + len('"}')
    assert events["tool_result"]["result"] == {"состояние": "в пути 🚚"}


@pytest.mark.parametrize(
    ("written", "afterwards"),
    [("required", "auto"), (NamedTool("look"), "auto"), ("none", "none"), (None, None)],
)
def test_a_forced_choice_lets_go_after_the_first_answer(written: Any, afterwards: Any) -> None:
    episode = episode_of({})
    settings = Settings(model="m", tool_choice=written)
    assert episode.settings(settings).tool_choice == written
    episode.take(decision_of({"kind": "tool_call", "calls": [{"name": "count", "arguments": {}}]}))
    assert episode.settings(settings).tool_choice == afterwards
