"""The names of checks: what they tell of a run."""

from __future__ import annotations

from typing import Any

import pytest

from toolspec.expressions import ExpressionError, compile_expression
from toolspec.spec import Principal, World
from toolspec.story import Effect, MadeCall, Step, Story
from toolspec.story_names import story_names
from toolspec.trace import Decision, ToolCall

WORLD = World(clock="2026-03-01T10:00:00Z", principal=Principal(scopes=("orders:read",)))


def _step(index: int, tool: str, result: Any, error: str | None = None) -> Step:
    call = ToolCall(call_id=None, name=tool, arguments={"id": "1"}, raw_arguments=None)
    made = MadeCall(
        turn=0,
        step=index,
        index=0,
        call=call,
        status="executed" if error is None else "failed",
        result=result,
        error_code=error,
    )
    return Step(
        turn=0, index=index, decision=Decision(kind="tool_call", calls=(call,)), calls=(made,)
    )


STORY = Story(
    users=("Отмените заказ 1",),
    steps=(
        _step(0, "cancel", {"error": {"code": "BUSY"}}, "BUSY"),
        _step(1, "find", {"status": "new"}),
        _step(2, "cancel", {"ok": True}),
        Step(turn=0, index=3, decision=Decision(kind="text", text="Отменён")),
    ),
    state={"orders": {"1": "cancelled"}},
    effects=(Effect(step=2, call=0, tool="cancel", arguments={"id": "1"}, key=None, cause="call"),),
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("calls() | map(attribute='tool') | list", ["cancel", "find", "cancel"]),
        ("calls('cancel') | map(attribute='ok') | list", [False, True]),
        ("calls(tool='cancel')[0].error", "BUSY"),
        ("calls_after('find') | map(attribute='step') | list", [2]),
        ("calls_after('nothing')", []),
        ("results('cancel')", [{"ok": True}]),
        ("effects('cancel') | length", 1),
        ("effects('find')", []),
        ("effects()[0].args.id", "1"),
        ("state.orders['1']", "cancelled"),
        ("'отменён' in reply.lower() and replies == [reply]", True),
        ("clock.startswith('2026-03-01')", True),
        ("principal.scopes", ["orders:read"]),
    ],
)
def test_a_check_sees_what_happened(text: str, value: Any) -> None:
    assert compile_expression(text).evaluate(story_names(STORY, WORLD)) == value


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("calls", "write `calls()`"),
        ("calls_after()", "missing a required argument: 'tool'"),
        ("effects('a', 'b')", "too many positional arguments"),
    ],
)
def test_a_function_used_otherwise_is_told(text: str, words: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        compile_expression(text).evaluate(story_names(STORY, WORLD))
    assert words in caught.value.reason


def test_a_world_without_a_principal_and_a_run_without_last_words() -> None:
    names = story_names(Story(users=("x",), steps=()), World())
    assert compile_expression("principal is none and reply == ''").evaluate(names) is True
