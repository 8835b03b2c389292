"""Results of tools in a conversation of texts."""

from __future__ import annotations

from typing import Any

from toolspec.json_text import turn_texts
from toolspec.provider import AssistantTurn, SystemTurn, ToolResultTurn, UserTurn
from toolspec.trace import ToolCall

ECHO = {"role": "assistant", "content": '{"calls": [...]}', "reasoning_content": "…"}


def test_results_become_one_message_with_a_line_for_each_and_answers_keep_their_own_words() -> None:
    order, quote = call("get_order"), call("quote_delivery")
    before = (SystemTurn("s"), UserTurn("u"))
    answer = AssistantTurn(ECHO, (order, quote))
    said = turn_texts(
        (
            *before,
            answer,
            ToolResultTurn(order, {"state": "в пути", "note": "строка\nещё"}),
            ToolResultTurn(quote, "город не найден", is_error=True),
            AssistantTurn("Готово"),
        )
    )
    told = (
        '{"tool":"get_order","result":{"state":"в пути","note":"строка\\nещё"}}\n'
        '{"tool":"quote_delivery","error":"город не найден"}'
    )
    assert said == (*before, AssistantTurn(ECHO), UserTurn(told), AssistantTurn("Готово"))


def test_a_conversation_without_calls_is_left_as_it_is() -> None:
    turns = (SystemTurn("s"), UserTurn("u"), AssistantTurn({"content": "a"}), UserTurn("v"))
    assert turn_texts(turns) == turns


def call(name: str, **arguments: Any) -> ToolCall:
    return ToolCall(call_id=None, name=name, arguments=arguments, raw_arguments=arguments)
