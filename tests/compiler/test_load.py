from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from toolspec.diagnostics import Diagnostics
from toolspec.loading import Loaded, load_file, load_text
from toolspec.spec import Expectation, RetryPolicy, Spec

FULL = Path(__file__).with_name("full.yaml")
HEAD = """\
toolspec: 1
name: заказы
version: "1"
prompt:
  id: p
  version: v1
  text: |
    Ответь JSON: {"order": {"id": "{{ORDER}}"}}  {# не комментарий #}
tools:
  ship:
    description: Ship.
    parameters:
      type: object
      properties:
        country: {type: string, enum: [FI, SE, NO]}
        date: {type: string}
      additionalProperties: false
"""
CASE = (
    "cases:\n  - {id: one, user: x, expect: {call: ship, args: {country: NO, date: 2026-03-01}}}\n"
)


def loaded(text: str) -> Loaded:
    problems = Diagnostics()
    found = load_text("f.yaml", text, {}, problems)
    assert found is not None, [each.message for each in problems]
    return found


def full() -> Spec:
    found = load_file(FULL, Diagnostics())
    assert found is not None
    return found.spec


def expectation(case_id: str) -> Expectation:
    case = full().case(case_id)
    assert case is not None
    return case.expect


def test_the_country_norway_and_a_date_are_texts() -> None:
    spec = loaded(HEAD + CASE).spec
    assert spec.tools[0].properties["country"]["enum"] == ["FI", "SE", "NO"]
    assert spec.cases[0].expect.calls[0].args == {"country": "NO", "date": "2026-03-01"}


def test_braces_of_a_prompt_are_kept() -> None:
    expected = 'Ответь JSON: {"order": {"id": "{{ORDER}}"}}  {# не комментарий #}\n'
    assert loaded(HEAD + CASE).spec.prompt.text == expected


def test_a_short_form_is_equal_to_its_long_form() -> None:
    short = "calls: [{ship: {country: NO}}, {ship: }]"
    long = "calls: [{call: ship, args: {country: NO}, match: exact}, {call: ship, args: {}}]"
    found = [
        loaded(f"{HEAD}cases:\n  - {{id: one, user: x, expect: {{{each}}}}}\n").spec.cases[0]
        for each in (short, long)
    ]
    calls = [[(call.tool, call.args, call.match) for call in each.expect.calls] for each in found]
    assert calls[0] == calls[1]
    assert all(each.expect.is_ordered for each in found)


@pytest.mark.parametrize(
    ("case_id", "kind"),
    [
        ("call", "call"),
        ("calls", "call"),
        ("clarify", "clarify"),
        ("confirm", "confirm"),
        ("answer", "answer"),
        ("free_answer", "answer"),
        ("refuse", "refuse"),
        ("unchecked", "unchecked"),
    ],
)
def test_the_kind_of_the_first_decision_follows_from_the_keys(case_id: str, kind: str) -> None:
    assert expectation(case_id).kind == kind


def test_calls_in_any_order_are_not_ordered() -> None:
    found = expectation("calls")
    assert not found.is_ordered
    assert (found.parallel, found.wants_call) == ("allowed", True)
    assert [each.match for each in found.calls] == ["exact", "subset", "exact"]


def test_what_is_left_out_has_its_default() -> None:
    spec = loaded(HEAD + CASE).spec
    tool = spec.tools[0]
    assert (tool.effect, tool.confirm) == ("mutate", "explicit")
    assert not tool.rule("country").is_grounded
    assert spec.gate.is_default
    assert spec.gate.min_case_pass_rate == 1
    assert spec.run.retry == RetryPolicy()
    assert spec.targets == ()
    assert (spec.clock, spec.fills_defaults, spec.tool("none"), spec.case("none")) == (
        None,
        False,
        None,
        None,
    )


def test_what_is_written_is_kept() -> None:
    spec = full()
    assert (spec.clock, spec.fills_defaults) == ("2026-04-01T09:00:00+03:00", True)
    assert spec.run.retry == RetryPolicy(
        attempts=2, on=("429", "5xx", "timeout", "connect", "read"), max_wait_s=30
    )
    assert spec.gate.min_case_pass_rate == 0.8
    assert [each.name for each in spec.gate.thresholds] == [
        "decision_accuracy",
        "argument_exact_match[tag=ru]",
        "latency_p95_ms",
    ]
    city = spec.tools[1].rule("city")
    assert city.aliases == (("Казань", ("г. Казань", "Kazan")), ("Самара", ("Samara",)))
    assert expectation("refuse").refusal_words == ("не могу",)
    assert expectation("refuse").filter_counts
    assert not expectation("refuse_short").filter_counts
    assert [each.args for each in expectation("call").never] == [None, {"limit": 50}]


@pytest.mark.parametrize(
    ("duration", "seconds"), [("500ms", 0.5), ("60s", 60), ("1.5m", 90), ("2.5", 2.5)]
)
def test_a_duration_has_a_unit_or_is_in_seconds(duration: str, seconds: float) -> None:
    assert loaded(f"{HEAD}{CASE}run: {{timeout: {duration}}}\n").spec.run.timeout_s == seconds


def test_whole_numbers_in_other_spellings_are_whole() -> None:
    run = "run: {max_output_tokens: 5e2, seed: 7.0, repetitions: 3.0, retry: {on: [429.0]}}"
    found = loaded(f"{HEAD}{CASE}{run}\n").spec.run
    values: list[Any] = [found.max_output_tokens, found.seed, found.repetitions]
    assert [(each, type(each)) for each in values] == [(500, int), (7, int), (3, int)]
    assert found.retry.on == ("429",)


def test_a_threshold_of_zero_is_a_threshold() -> None:
    gate = (
        "gate: {require: {unsafe_call_rate: {max: 0}, decision_accuracy: {min: 0}},"
        " cases: {min_pass_rate: 0}, coverage: {min: 0}}"
    )
    found = loaded(f"{HEAD}{CASE}{gate}\n").spec.gate
    assert [(each.min, each.max) for each in found.thresholds] == [(None, 0), (0, None)]
    assert (found.min_case_pass_rate, found.min_coverage) == (0, 0)


def test_duplicate_tags_count_once() -> None:
    text = f"{HEAD}cases:\n  - {{id: one, tags: [a, b, a], user: x, expect: unchecked}}\n"
    assert loaded(text).spec.cases[0].tags == ("a", "b")


def test_the_hash_of_a_spec_is_that_of_its_text() -> None:
    assert loaded(HEAD + CASE).sha256 == loaded(HEAD + CASE).sha256
    assert loaded(HEAD + CASE).sha256 != loaded(HEAD + CASE + "\n").sha256
