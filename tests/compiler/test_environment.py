from __future__ import annotations

from pathlib import Path

import pytest

from toolspec.compiler.environment import malformed_reference, resolve_targets, variables_of
from toolspec.diagnostics import Diagnostics
from toolspec.loading import Loaded, load_file
from toolspec.spec import Target

SET = {"MODEL_A": "gpt", "PROVIDER_A_URL": "https://host/v1", "PROVIDER_A_API_KEY": "CANARY"}


@pytest.fixture(scope="module")
def loaded() -> Loaded:
    found = load_file(Path(__file__).with_name("full.yaml"), Diagnostics())
    assert found is not None
    return found


def resolve(
    loaded: Loaded, environment: dict[str, str], *, needs_keys: bool = True
) -> tuple[Target, list[tuple[str, str]]]:
    problems = Diagnostics()
    (target,) = resolve_targets(
        loaded.spec.targets, environment, loaded.document, problems, needs_keys=needs_keys
    )
    assert all(each.span is not None and each.span.line > 1 for each in problems)
    return target, [(each.code, each.message) for each in problems]


def test_variables_are_filled_in(loaded: Loaded) -> None:
    target, found = resolve(loaded, SET)
    assert (target.model, target.base_url, found) == ("gpt", "https://host/v1", [])


def test_the_variables_of_targets_are_listed(loaded: Loaded) -> None:
    assert variables_of(loaded.spec.targets) == ("MODEL_A", "PROVIDER_A_URL")


def test_a_variable_that_is_not_set_is_named(loaded: Loaded) -> None:
    _, found = resolve(loaded, {**SET, "MODEL_A": "", "PROVIDER_A_API_KEY": " "})
    assert found == [
        ("TS602", "the environment variable `MODEL_A` is not set"),
        (
            "TS601",
            "the environment variable `PROVIDER_A_API_KEY` is not set; it must hold the key",
        ),
    ]


def test_without_requests_no_key_is_needed(loaded: Loaded) -> None:
    assert resolve(loaded, {**SET, "PROVIDER_A_API_KEY": ""}, needs_keys=False)[1] == []


def test_an_address_that_a_variable_makes_impossible_is_refused_unseen(loaded: Loaded) -> None:
    _, found = resolve(loaded, {**SET, "PROVIDER_A_URL": "CANARY:8000"})
    message = "`${PROVIDER_A_URL}` does not give an http or https address"
    assert found == [("TS222", message)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("${MODEL_A}", None),
        ("m", None),
        ("$MODEL", None),
        ("${A}-${B-C}", "${B-C}"),
        ("${}", "${}"),
        ("${A", "${A"),
    ],
)
def test_a_reference_without_a_name_is_found(text: str, expected: str | None) -> None:
    assert malformed_reference(text) == expected
