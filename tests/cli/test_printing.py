"""JSON on stdout: whole and readable back, whatever stdout can carry."""

from __future__ import annotations

import io
import json
from contextlib import redirect_stdout

import pytest

from toolspec.cli.printing import print_diagnostics, print_json
from toolspec.diagnostics import Diagnostic

LETTERS = {"имя": "🚀 «срочно»"}


def printed(document: object, encoding: str) -> str:
    """What `print_json` writes to a stdout of that encoding."""
    raw = io.BytesIO()
    with redirect_stdout(io.TextIOWrapper(raw, encoding=encoding, errors="replace")) as stream:
        print_json(document)
        stream.flush()
    return raw.getvalue().decode(encoding)


def test_letters_stay_letters_where_stdout_can_carry_them() -> None:
    assert "🚀 «срочно»" in printed(LETTERS, "utf-8")


@pytest.mark.parametrize("encoding", ["cp1251", "cp866", "utf-8"])
@pytest.mark.parametrize("document", [LETTERS, {"text": "Готово \ud83d"}], ids=["emoji", "half"])
def test_nothing_is_lost_where_it_cannot(document: object, encoding: str) -> None:
    assert json.loads(printed(document, encoding)) == document


def test_a_number_that_is_not_json_is_refused() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        print_json(float("nan"))


def test_problems_go_to_stderr_with_an_empty_line_after_each(
    capsys: pytest.CaptureFixture[str],
) -> None:
    print_diagnostics([Diagnostic("TS605", "no case is selected")] * 2)
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("", "error[TS605]: no case is selected\n\n" * 2)
