"""Catalogues with a history of trouble: what each format makes of them, and what the proof says."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.pitfalls.tables import Row, at, prepared, rows, settings
from toolspec.pointers import follow
from toolspec.provider import UserTurn
from toolspec.records import encode
from toolspec.strict_json import parse
from toolspec.verify import ContractReport, verify
from toolspec.wire_format import Prepared
from toolspec.wire_formats import WIRE_FORMATS


@pytest.mark.parametrize("row", rows("contracts"))
def test_a_format_makes_of_a_catalogue_what_the_table_says(row: Row) -> None:
    for name in WIRE_FORMATS.names if row["formats"] == "all" else row["formats"]:
        wire_format = prepared(row, name)
        request = wire_format.lower((UserTurn("Помоги."),), settings(row))
        body = parse(encode(request.body).decode())
        read = wire_format.adapter.lift_request(request.path, body)
        names = wire_format.catalogue.names
        report = verify(wire_format.tools, settings(row), read, names, wire_format.dialect)
        assert report.verdict == row["verdict"], (name, list(report.losses))
        _check_items(report, row)
        _check_wire(wire_format, body, row)


def _check_items(report: ContractReport, row: Row) -> None:
    lost = {item.pointer or item.keyword: item.verdict for _, item in report.losses}
    if report.verdict == "exact":
        assert lost == {}
    if "losses" in row:
        assert lost == row["losses"]
    illegal = [place for place, verdict in lost.items() if verdict == "illegal"]
    assert illegal == row.get("illegal", illegal)
    said = {item.pointer or item.keyword: item for _, item in report.items()}
    for place, verdict in row.get("rewritten", {}).items():
        assert any(
            each.verdict == verdict and each.reversible is not None
            for _, each in report.items()
            if (each.pointer or each.keyword) == place
        ), (place, said.get(place))
    for _, item in report.losses:
        if item.verdict in ("dropped", "illegal"):
            assert item.source and item.date, item


def _check_wire(wire_format: Prepared, body: Any, row: Row) -> None:
    sent = wire_format.catalogue.tools
    if "names" in row:
        assert wire_format.catalogue.names == row["names"]
    if "sends_names" in row:
        assert all(re.fullmatch(row["sends_names"], each.name) for each in sent)
        assert len({each.name for each in sent}) == len(row["tools"])
    if "schema" in row:
        assert sent[0].parameters == row["schema"]
    if "keeps" in row:
        assert (
            wire_format.adapter.lift_request("", body).tools[0].parameters == row["tools"]["find"]
        )
    if "inlined" in row:
        assert "$ref" not in encode(body).decode()
    for pointer, value in row.get("sends", {}).items():
        assert at(body, pointer) == value
    for pointer in row.get("lacks", ()):
        assert not follow(body, pointer)[1]
    assert row.get("holds", "") in encode(body).decode()
