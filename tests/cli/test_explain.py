"""`toolspec explain`: what a name means, and which names there are."""

from __future__ import annotations

import pytest
from click.testing import CliRunner, Result

from toolspec.cli.explain_command import command
from toolspec.findings import FINDINGS
from toolspec.matchers import MATCHERS
from toolspec.metrics import METRICS
from toolspec.models import MUTANTS
from toolspec.pages import codes, page, page_name
from toolspec.text_checks import TEXT_CHECKS
from toolspec.wire_formats import WIRE_FORMATS


def explain(name: str) -> Result:
    """Run the command."""
    return CliRunner().invoke(command, [name])


@pytest.mark.parametrize("name", ["TS202", "ts202", "unknown-name", "Unknown-Name"])
def test_a_code_is_explained_by_its_page_however_it_is_named(name: str) -> None:
    result = explain(name)
    assert (result.exit_code, result.stdout) == (0, page("TS202"))


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        (
            "unauthorized_write",
            [
                "finding unauthorized_write: a mutating call that the case does not authorise",
                "layer policy, class unsafe_call, severity critical",
            ],
        ),
        (
            "decision_accuracy",
            [
                "metric decision_accuracy: Share of judged attempts",
                "a share: from 0 to 1, with numerator, denominator and interval",
            ],
        ),
        (
            "latency_p95_ms",
            ["metric latency_p95_ms: 95th-percentile time", "not a share: a number from 0 on"],
        ),
        (
            "$approx",
            ["matcher $approx: A number near another", "takes `value` and one of `abs` and `rel`"],
        ),
        ("one_of", ["matcher $one_of: One of several values", "takes a list of values"]),
        ("number", ["check number: These numbers are in the reply", "takes a number, or a list"]),
        (
            "mutant:number_as_string",
            [
                "mutant:number_as_string: Sends a number as a text.",
                "caught by the finding `wrong_type`",
            ],
        ),
        (
            "openai_chat",
            [
                "adapter openai_chat: OpenAI Chat Completions",
                "source: https://platform.openai.com/docs/api-reference/chat",
            ],
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_name_is_explained_by_its_meaning_and_its_facts(name: str, lines: list[str]) -> None:
    result = explain(name)
    shown = result.stdout.splitlines()
    assert result.exit_code == 0
    assert shown[0].startswith(lines[0])
    assert shown[-1].startswith(lines[1])


def test_a_name_of_two_things_explains_both() -> None:
    shown = explain("wrong_tool").stdout
    assert "finding wrong_tool: " in shown
    assert "mutant:wrong_tool: " in shown


def test_a_name_with_its_prefix_explains_only_that_kind() -> None:
    assert "finding" not in explain("mutant:wrong_tool").stdout.splitlines()[0]


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("TS0202", "TS202"),
        ("unknown-nam", "unknown-name"),
        ("$aprox", "$approx"),
        ("latency_p59_ms", "latency_p95_ms"),
        ("mutant:wrong_tol", "mutant:wrong_tool"),
        ("unauthorised_write", "unauthorized_write"),
        ("matcher", "matchers"),
    ],
)
def test_an_unknown_name_gets_the_nearest_and_exit_code_2(name: str, nearest: str) -> None:
    result = explain(name)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr == f"error: nothing is named `{name}`; did you mean `{nearest}`?\n"


@pytest.mark.parametrize("name", ["qqqq", "", "../pages.py", "$"])
def test_a_name_like_no_other_gets_the_lists(name: str) -> None:
    result = explain(name)
    assert result.exit_code == 2
    assert (
        f"nothing is named `{name}`; these list what there is: `codes`, `findings`" in result.stderr
    )


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        ("codes", codes()),
        ("findings", tuple(FINDINGS)),
        ("metrics", METRICS.names),
        ("matchers", tuple(f"${each}" for each in MATCHERS.names)),
        ("checks", TEXT_CHECKS.names),
        ("mutants", tuple(f"mutant:{each}" for each in MUTANTS.names)),
        ("adapters", WIRE_FORMATS.names),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_list_names_all_there_is_with_a_line_about_each(
    kind: str, names: tuple[str, ...]
) -> None:
    rows = [line.split(maxsplit=1) for line in explain(kind).stdout.splitlines()]
    assert tuple(row[0] for row in rows) == names
    assert all(len(row) == 2 for row in rows)


@pytest.mark.parametrize(
    "kind", ["findings", "metrics", "matchers", "checks", "mutants", "adapters"]
)
def test_everything_listed_can_be_explained(kind: str) -> None:
    for line in explain(kind).stdout.splitlines():
        name = line.split(maxsplit=1)[0]
        assert explain(name).exit_code == 0, name


def test_codes_are_listed_with_their_names() -> None:
    assert f"TS202  {page_name('TS202')}" in explain("codes").stdout.splitlines()
