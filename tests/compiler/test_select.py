from __future__ import annotations

from pathlib import Path

import pytest

from toolspec.compiler.select import select_cases, select_targets
from toolspec.diagnostics import Diagnostics
from toolspec.loading import load_file
from toolspec.spec import Spec

HABITS = ("reference", "wrong_tool")


@pytest.fixture(scope="module")
def spec() -> Spec:
    loaded = load_file(Path(__file__).with_name("full.yaml"), Diagnostics())
    assert loaded is not None
    return loaded.spec


@pytest.mark.parametrize(
    ("ids", "tags", "expected"),
    [
        ((), ("direct",), ["call"]),
        (("refuse", "call"), (), ["call", "refuse"]),
        (("refuse", "call"), ("ru",), ["call"]),
    ],
)
def test_cases_are_selected_by_id_and_tag_in_file_order(
    spec: Spec, ids: tuple[str, ...], tags: tuple[str, ...], expected: list[str]
) -> None:
    problems = Diagnostics()
    assert [each.id for each in select_cases(spec, ids, tags, problems)] == expected
    assert not len(problems)


@pytest.mark.parametrize(
    ("ids", "tags", "message", "help"),
    [
        (
            (),
            ("dircet",),
            "no case is selected: no tag is named `dircet`",
            "did you mean `direct`?",
        ),
        (("cal",), (), "no case is selected: no case is named `cal`", "did you mean `call`?"),
        (("refuse",), ("ru",), "no case is selected", "the ids and tags given exclude each other"),
        (("", "call"), (), "no case is selected: no case is named ``", None),
    ],
)
def test_selecting_nothing_is_an_error(
    spec: Spec, ids: tuple[str, ...], tags: tuple[str, ...], message: str, help: str | None
) -> None:
    problems = Diagnostics()
    select_cases(spec, ids, tags, problems)
    (found,) = problems
    assert (found.code, found.message) == ("TS605", message)
    assert help is None or found.help == help


def test_without_names_the_targets_of_the_spec_are_run(spec: Spec) -> None:
    assert [each.name for each in select_targets(spec, (), HABITS, Diagnostics())] == ["a"]


def test_built_in_models_are_targets(spec: Spec) -> None:
    names = ("mutant:wrong_tool", "reference", "a", "a")
    found = select_targets(spec, names, HABITS, Diagnostics())
    assert [(each.name, each.habit) for each in found] == [
        ("mutant:wrong_tool", "wrong_tool"),
        ("reference", "reference"),
        ("a", None),
    ]
    assert [each.is_simulated for each in found] == [True, True, False]


@pytest.mark.parametrize(
    ("name", "help"),
    [
        ("refrence", "did you mean `reference`?"),
        ("mutant:wrong", "did you mean `mutant:wrong_tool`?"),
    ],
)
def test_an_unknown_target_gets_the_nearest_one(spec: Spec, name: str, help: str) -> None:
    problems = Diagnostics()
    assert select_targets(spec, (name,), HABITS, problems) == ()
    (found,) = problems
    assert (found.code, found.help) == ("TS606", help)
