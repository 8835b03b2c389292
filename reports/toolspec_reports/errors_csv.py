"""`errors.csv`: one row a finding or infrastructure error, in plan order."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator

from toolspec.jsontypes import Json
from toolspec.report import Report
from toolspec.results import Scored
from toolspec_reports._text import writable

FILE_NAME = "errors.csv"

_COLUMNS = (
    "provider",
    "model",
    "case_id",
    "attempt",
    "error_code",
    "expected",
    "actual",
    "target",
    "layer",
    "pointer",
    "message",
)
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n")


def render(report: Report) -> str:
    """The table as CSV (RFC 4180) with a header."""
    stream = io.StringIO()
    writer = csv.writer(stream)
    writer.writerow(_COLUMNS)
    for each in report.failures:
        writer.writerows(map(_cell, row) for row in _rows(each))
    return writable(stream.getvalue())


def _rows(scored: Scored) -> Iterator[tuple[Json, ...]]:
    head = (scored.provider, scored.model, scored.case_id, scored.attempt)
    if scored.verdict is None or not scored.verdict.findings:
        code = scored.error or (scored.verdict.outcome if scored.verdict else scored.status)
        yield (*head, code, None, None, scored.target, None, None, scored.error_message)
        return
    for one in scored.verdict.findings:
        # Only as JSON can the number 2.5 and the text "2.5" be told apart.
        is_value = one.layer == "value"
        values = (
            _as_json(each) if is_value and each is not None else each
            for each in (one.expected, one.got)
        )
        yield (*head, one.code, *values, scored.target, one.layer, one.pointer, one.message)


def _as_json(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)


def _cell(value: Json) -> str:
    """A value as text that a spreadsheet will not run as a formula (OWASP, CSV injection)."""
    text = "" if value is None else value if isinstance(value, str) else _as_json(value)
    return "'" + text if text.startswith(_FORMULA_STARTS) else text
