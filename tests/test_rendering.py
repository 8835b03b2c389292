"""Diagnostics as text, held to their exact form."""

from __future__ import annotations

from dataclasses import replace
from textwrap import dedent

import pytest

from toolspec import rendering
from toolspec.diagnostics import Diagnostic, Diagnostics, Note, Span
from toolspec.loading import load_text


def at(source: str, column: int, length: int, line: int = 4) -> Diagnostic:
    """A diagnostic at a place of one source line."""
    return Diagnostic(
        "TS202", "no tool is named `x`", Span("a.yaml", line, column, length), source=source
    )


def shown(diagnostic: Diagnostic) -> list[str]:
    """The source line and the carets under it, without the gutter."""
    lines = rendering.full(diagnostic).splitlines()
    return [each.partition("| ")[2] for each in lines[3:5]]


def test_the_full_form_has_message_place_line_notes_and_help() -> None:
    diagnostic = Diagnostic(
        "TS008",
        "the key `expect` is given twice",
        Span("specs/доставка.yaml", 12, 5, 6),
        help="keep one of the two",
        notes=(
            Note("first given here", Span("specs/доставка.yaml", 9, 5, 6)),
            Note("YAML keeps one"),
        ),
        source="    expect: {answer: true}",
    )
    assert rendering.full(diagnostic) == dedent("""\
        error[TS008]: the key `expect` is given twice
          --> specs/доставка.yaml:12:5
           |
        12 |     expect: {answer: true}
           |     ^^^^^^
           = note: first given here (specs/доставка.yaml:9:5)
           = note: YAML keeps one
           = help: keep one of the two
        """)


def test_a_problem_of_a_real_spec_is_shown_under_its_cyrillic_words() -> None:
    text = dedent("""\
        toolspec: 1
        name: доставка
        version: "1"
        prompt: {id: p, version: v1, text: Помогай.}
        tools: {"найти заказ ": {description: Показать заказ., effect: read}}
        cases: [{id: a, user: Где заказ?, expect: {answer: true}}]
        """)
    problems = Diagnostics()
    load_text("доставка.yaml", text, {}, problems)
    assert "".join(rendering.full(each) for each in problems) == dedent("""\
        error[TS203]: `найти заказ ` cannot be the name of a tool
         --> доставка.yaml:5:9
          |
        5 | tools: {"найти заказ ": {description: Показать заказ., effect: read}}
          |         ^^^^^^^^^^^^^^
          = help: use 1 to 128 characters on one line, without blanks around them
        """)


def test_a_problem_without_a_place_has_only_its_message_and_help() -> None:
    diagnostic = Diagnostic("TS605", "no case is selected", help="did you mean `smoke`?")
    assert rendering.full(diagnostic) == dedent("""\
        error[TS605]: no case is selected
          = help: did you mean `smoke`?
        """)


def test_a_place_without_a_line_is_named_and_not_shown() -> None:
    diagnostic = replace(at("", 7, 1), severity="warning")
    assert rendering.full(diagnostic) == "warning[TS202]: no tool is named `x`\n --> a.yaml:4:7\n"


@pytest.mark.parametrize(
    ("source", "column", "length", "carets"),
    [
        ("user: Где заказ?", 11, 5, "          ^^^^^"),
        ("a:\tб: x", 4, 1, "  \t^"),
        ("u: 🚀 x", 6, 1, "      ^"),
        ("u: 订单 x", 4, 2, "   ^^^^"),
        ("u: е\u0308 x", 4, 2, "   ^"),
        ("u: е\u0308 x", 7, 1, "     ^"),
        ("call: x", 8, 1, "       ^"),
        ("call: x", 7, 90, "      ^"),
    ],
    ids=[
        *("cyrillic", "after_a_tab", "after_an_emoji", "wide_characters"),
        *("combining_mark", "after_a_combining_mark", "past_the_end", "longer_than_the_line"),
    ],
)
def test_carets_stand_under_the_place(source: str, column: int, length: int, carets: str) -> None:
    assert shown(at(source, column, length)) == [source, carets]


def test_characters_that_do_not_show_are_replaced() -> None:
    assert shown(at("u: \x1b[31mx\u3000y", 11, 1)) == ["u: \ufffd[31mx\ufffdy", "          ^"]


def test_characters_that_do_not_show_are_named_in_messages_and_paths() -> None:
    diagnostic = Diagnostic("TS202", "no tool is named `a\u200b`", Span("a\x1b.yaml", 1, 1))
    assert rendering.full(diagnostic) == (
        "error[TS202]: no tool is named `a<U+200B>`\n --> a<U+001B>.yaml:1:1\n"
    )


@pytest.mark.parametrize("column", [1, 30, 500, 980, 1001], ids=str)
def test_a_long_line_is_cut_around_the_place(column: int) -> None:
    source = ("-" * (column - 1) + "ЗДЕСЬ").ljust(1005, "-")
    line, carets = shown(at(source, column, 5))
    assert len(line) <= 122
    assert line[carets.index("^") :].startswith("ЗДЕСЬ")
    assert carets.strip() == "^^^^^"
    assert line.startswith("…") == (column > 61)
    assert line.endswith("…") == (column < 900)


def test_carets_of_a_place_that_is_cut_end_with_the_line() -> None:
    line, carets = shown(at("x" * 1000, 1, 1000))
    assert line == "x" * 120 + "…"
    assert len(carets) == len(line)


def test_the_json_form_has_every_field_and_the_name_of_the_code() -> None:
    diagnostic = Diagnostic(
        "TS208",
        "the case id `а` is used twice",
        Span("a.yaml", 8, 10, 7),
        help="give each case an id of its own",
        notes=(Note("first used here", Span("a.yaml", 7, 10, 7)),),
        pointer="/cases/1/id",
        source="  - {id: а}",
    )
    assert rendering.as_json([diagnostic]) == [
        {
            "code": "TS208",
            "name": "duplicate-case-id",
            "severity": "error",
            "message": "the case id `а` is used twice",
            "file": "a.yaml",
            "line": 8,
            "column": 10,
            "length": 7,
            "pointer": "/cases/1/id",
            "help": "give each case an id of its own",
            "notes": [
                {
                    "message": "first used here",
                    "span": {"file": "a.yaml", "line": 7, "column": 10, "length": 7},
                }
            ],
        }
    ]


def test_the_json_form_says_null_for_what_there_is_not() -> None:
    (found,) = rendering.as_json([Diagnostic("TS000", "made up")])
    absent = ("name", "file", "line", "column", "length", "pointer", "help")
    assert [found[each] for each in absent] == [None] * len(absent)
    assert found["notes"] == []


def test_the_github_form_is_one_escaped_line() -> None:
    diagnostic = Diagnostic(
        "TS802",
        "5 %\r\nis: too, much",
        Span("specs/a,b:c%.yaml", 9, 37),
        severity="warning",
        help="write 0.05",
    )
    assert rendering.github(diagnostic) == (
        "::warning file=specs/a%2Cb%3Ac%25.yaml,line=9,col=37,title=TS802 gate-out-of-range"
        "::5 %25%0D%0Ais: too, much — write 0.05\n"
    )


def test_the_github_form_without_a_place_has_only_a_title() -> None:
    assert rendering.github(Diagnostic("TS000", "made up")) == "::error title=TS000::made up\n"
