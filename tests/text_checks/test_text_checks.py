"""Every check on a reply against its table: an option, a reply, and the items to blame."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from toolspec.catalog import UnknownPlugin
from toolspec.text_checks import TEXT_CHECKS, check_reply, load, problems, solve_reply

HERE = Path(__file__).parent


def rows() -> list[Any]:
    return [
        pytest.param(name, row, id=f"{name}-{index}")
        for name in TEXT_CHECKS.names
        for index, row in enumerate(yaml.safe_load((HERE / f"{name}.yaml").read_text("utf-8")))
    ]


def rule_of(name: str, row: dict[str, Any]) -> dict[str, Any]:
    flags: dict[str, Any] = {key: row[key] for key in ("ignore_case", "fold_yo") if key in row}
    return {name: row["option"], **flags}


@pytest.mark.parametrize(("name", "row"), rows())
def test_a_check_judges_as_its_table_says(name: str, row: dict[str, Any]) -> None:
    failures = check_reply(rule_of(name, row), row["reply"])
    assert [list(each.items) for each in failures] == ([row["items"]] if "items" in row else [])
    for each in failures:
        assert (each.rule, each.expected, each.got) == (name, row["option"], row["reply"])
        assert row.get("hint", "") in (each.hint or "")


@pytest.mark.parametrize(("name", "row"), rows())
def test_not_turns_every_verdict_around(name: str, row: dict[str, Any]) -> None:
    straight = check_reply(rule_of(name, row), row["reply"])
    inverted = check_reply({"not": rule_of(name, row)}, row["reply"])
    assert bool(straight) is not bool(inverted)
    assert [each.rule for each in inverted] == ["not"] * (not straight)


@pytest.mark.parametrize(("name", "row"), rows())
def test_a_rule_of_a_table_is_sound_and_has_a_solution(name: str, row: dict[str, Any]) -> None:
    rule = rule_of(name, row)
    assert problems(rule) == []
    assert check_reply(rule, solve_reply(rule)) == ()


@pytest.mark.parametrize("name", TEXT_CHECKS.names)
def test_a_check_explains_itself(name: str) -> None:
    assert f"`{name}: " in (load(name).__doc__ or "")


@pytest.mark.parametrize("name", ["", "_records", "nothing", "a.b"])
def test_an_unknown_check_is_not_loaded(name: str) -> None:
    with pytest.raises(UnknownPlugin, match="is named"):
        load(name)
