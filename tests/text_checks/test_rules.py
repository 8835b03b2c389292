"""Rules as a whole: conjunction, inversion, foldings, what cannot be evaluated, solutions."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolspec.contract.patterns import PatternTimeout
from toolspec.text_checks import Unsolvable, check_reply, solve_reply

SLOW = {"matches": "^(a|aa)+$"}
SLOW_REPLY = "a" * 60 + "b"
texts = st.text(alphabet="абеёЁйИß ", min_size=1, max_size=3)


def failed(rule: dict[str, Any], reply: str) -> list[str]:
    return [each.rule for each in check_reply(rule, reply)]


def test_a_rule_is_a_conjunction_and_lists_every_failure() -> None:
    rule = {"mentions_all": ["a"], "number": 5, "mentions_none": ["b"], "mentions_any": ["c"]}
    assert failed(rule, "b 6") == ["mentions_all", "number", "mentions_none", "mentions_any"]
    assert failed(rule, "a c 5") == []


def test_not_inverts_the_conjunction_and_not_its_parts() -> None:
    rule = {"not": {"mentions_all": ["a"], "number": 5}}
    assert failed(rule, "a 6") == []
    assert failed(rule, "a 5") == ["not"]


def test_not_twice_is_the_rule_itself() -> None:
    rule = {"not": {"not": {"equals": "Привет"}}}
    assert failed(rule, "Привет") == []
    assert failed(rule, "Пока") == ["not"]


def test_not_takes_over_the_foldings_it_does_not_set() -> None:
    inner = {"equals": "Привет"}
    assert failed({"ignore_case": True, "not": inner}, "ПРИВЕТ") == ["not"]
    assert failed({"ignore_case": True, "not": {**inner, "ignore_case": False}}, "ПРИВЕТ") == []


def test_the_message_names_the_items_to_blame() -> None:
    (failure,) = check_reply({"mentions_all": ["заказ", "возврат", "17"]}, "заказ 17 принят")
    assert failure.message == 'the reply fails `mentions_all`: "возврат"'
    (failure,) = check_reply({"not": {"equals": "x"}}, "x")
    assert failure.message == "the reply fits the rule under `not`"


def test_a_long_reply_is_cut() -> None:
    (failure,) = check_reply({"equals": "x"}, "я" * 300)
    assert failure.got == "я" * 199 + "…"


@pytest.mark.parametrize(
    "rule", [SLOW, {"not": SLOW}, {"not": {"mentions_all": ["нет"], **SLOW}}], ids=str
)
def test_a_check_that_cannot_be_evaluated_has_no_verdict(rule: dict[str, Any]) -> None:
    with pytest.raises(PatternTimeout):
        check_reply(rule, SLOW_REPLY)


@given(st.lists(texts, min_size=1, max_size=3), texts, st.booleans(), st.booleans())
def test_looser_foldings_never_lose_a_mention(
    items: list[str], reply: str, case: bool, yo: bool
) -> None:
    rule = {"mentions_all": items}
    if not check_reply(rule, reply):
        assert check_reply({**rule, "ignore_case": case, "fold_yo": yo}, reply) == ()


@given(texts, texts)
def test_a_text_mentions_its_parts(left: str, right: str) -> None:
    rule = {"mentions_all": [left, right], "ignore_case": True}
    assert check_reply(rule, f"{left} | {right}".upper()) == ()


@given(st.integers(min_value=-(10**9), max_value=10**9), st.sampled_from(" \u00a0\u202f,"))
def test_a_grouped_number_is_found_and_its_neighbour_is_not(number: int, mark: str) -> None:
    reply = f"Итого {number:,} ₽.".replace(",", mark)
    assert failed({"number": number}, reply) == []
    assert failed({"number": number * 10 + 1}, reply) == ["number"]


@pytest.mark.parametrize(
    ("rule", "ask_words", "reply"),
    [
        ({}, (), "Хорошо."),
        ({"mentions_all": ["standard", "express"]}, (), "standard, express"),
        ({"mentions_all": ["заказ", "заказ 17"], "number": 17}, (), "заказ 17"),
        ({"mentions_any": ["a", "b"], "mentions_none": ["a"]}, (), "b"),
        ({"mentions_none": ["Хорошо"]}, (), "Done."),
        ({"not": {"equals": "Хорошо."}}, (), "Done."),
        ({"number": [10, 200]}, (), "10, 200"),
        ({"equals": "Какой номер?", "mentions_all": ["номер"]}, ("номер",), "Какой номер?"),
        ({"matches": "^ok$"}, (), "ok"),
        ({"not": {"equals": "номер, ORD-"}}, ("номер", "ORD-"), "номер. ORD-"),
        ({"mentions_all": ["заказ"]}, ("номер",), "заказ, номер"),
        ({"mentions_all": ["a", "b"], "matches": "^a\\. b$"}, (), "a. b"),
    ],
)
def test_a_reply_is_derived(rule: dict[str, Any], ask_words: tuple[str, ...], reply: str) -> None:
    assert solve_reply(rule, ask_words) == reply


@pytest.mark.parametrize(
    ("rule", "ask_words", "reason"),
    [
        ({"mentions_all": ["a"], "mentions_none": ["a"]}, (), "satisfies `mentions_none`"),
        ({"equals": "x"}, ("номер",), "satisfies `equals`"),
        ({"not": {"mentions_none": ["номер"]}, "equals": "x"}, ("номер",), "satisfies `equals`"),
        ({"matches": "^x$"}, ("номер",), "satisfies `matches`"),
        ({"matches": "[^\\s\\S]"}, (), "satisfies `matches`"),
    ],
)
def test_a_rule_without_a_reply_says_what_stays_unmet(
    rule: dict[str, Any], ask_words: tuple[str, ...], reason: str
) -> None:
    with pytest.raises(Unsolvable, match=reason):
        solve_reply(rule, ask_words)
