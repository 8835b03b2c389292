"""`errors.csv`: one row a finding or infrastructure error, in plan order."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator

from toolspec.jsontypes import Json
from toolspec.report import Report
from toolspec.results import Scored

FILE_NAME = "errors.csv"

_COLUMNS = ("provider", "model", "case_id", "attempt", "error_code", "expected", "actual", "target", "layer", "pointer", "message")


def render(report: Report) -> str:
    """The table as CSV (RFC 4180) with a header."""
    stream = io.StringIO()
    writer = csv.writer(stream)
    writer.writerow(_COLUMNS)
    for each in report.failures:
        writer.writerows(_rows(each))
    return stream.getvalue()


def _rows(scored: Scored) -> Iterator[tuple[Json, ...]]:
    head = (scored.provider, scored.model, scored.case_id, scored.attempt)
    if scored.verdict is None or not scored.verdict.findings:
        code = scored.error or (scored.verdict.outcome if scored.verdict else scored.status)
        yield (*head, code, "", "", scored.target, "", "", _cell(scored.error_message or ""))
        return
    for one in scored.verdict.findings:
        yield (
            *head,
            one.code,
            _cell(one.expected),
            _cell(one.got),
            scored.target,
            one.layer,
            one.pointer or "",
            _cell(one.message),
        )


def _cell(value: Json) -> str:
    """A value as text that a spreadsheet will not run as a formula (OWASP, CSV injection)."""
    text = value if isinstance(value, str) else "" if value is None else json.dumps(value, ensure_ascii=False)
    return "'" + text if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
