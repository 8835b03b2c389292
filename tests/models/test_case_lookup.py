"""Whose conversation it is, where no header says so."""

from __future__ import annotations

from typing import Any

import pytest

from toolspec.models.case_lookup import case_of
from toolspec.provider import AssistantTurn, SystemTurn, UserTurn
from toolspec.spec import Case, Expectation
from toolspec.spec.case import UserTurn as Said


def case(name: str, *texts: str) -> Case:
    expect = Expectation(kind="any")
    said = tuple(Said(user=each, approves=(), expect=None) for each in texts)
    return Case(
        id=name,
        title=None,
        tags=(),
        user=texts[0],
        turns=said if len(said) > 1 else (),
        approves=(),
        expect=expect,
        path=(),
    )


CASES = (
    case("short", "заказ 1?"),
    case("long", "Где заказ 1?"),
    case("talk", "Привет", "Да"),
    case("other talk", "Привет", "Нет"),
    case("yes", "Да"),
)


@pytest.mark.parametrize(
    ("said", "found"),
    [
        (["Где заказ 1?"], "long"),
        (["Запись 7.\n\nГде заказ 1?"], "long"),
        (["Это мой заказ 1?"], "short"),
        (["Привет"], "talk"),
        (["Привет", "Да"], "talk"),
        (["Привет", "Нет"], "other talk"),
        (["Да"], "yes"),
        (["Где заказ 1?", "Да"], "yes"),
        (["Где заказ 1?", "спасибо"], "long"),
        (["о другом"], None),
        ([], None),
    ],
)
def test_the_case_that_fits_best_is_found(said: Any, found: Any) -> None:
    conversation: list[Any] = [SystemTurn("Помогай.")]
    for each in said:
        conversation += [UserTurn(each), AssistantTurn({})]
    case = case_of(tuple(conversation), CASES)
    assert (case and case.id) == found
