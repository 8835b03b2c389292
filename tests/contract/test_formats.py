from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from toolspec.contract.formats import ASSERTED_FORMATS, matches_format

TABLE = yaml.safe_load(Path(__file__).with_name("formats.yaml").read_text("utf-8"))
GOOD = [(name, text) for name, row in TABLE.items() for text in row["good"]]
BAD = [(name, text) for name, row in TABLE.items() for text in row["bad"]]


@pytest.mark.parametrize(("name", "text"), GOOD)
def test_text_of_the_format_is_taken(name: str, text: str) -> None:
    assert matches_format(name, text)


@pytest.mark.parametrize(("name", "text"), BAD)
def test_text_of_another_form_is_refused(name: str, text: str) -> None:
    assert not matches_format(name, text)


def test_every_asserted_format_is_in_the_table() -> None:
    assert sorted(TABLE) == sorted(ASSERTED_FORMATS)


def test_unknown_format_takes_everything() -> None:
    assert matches_format("datetime", "вчера")


@given(st.dates(), st.times())
def test_iso_text_of_python_is_a_date_and_a_time(date: object, time: object) -> None:
    assert matches_format("date", str(date))
    assert matches_format("date-time", f"{date}T{time}Z")


@given(st.ip_addresses(), st.uuids())
def test_addresses_and_uuids_of_python_are_taken(address: object, uuid: object) -> None:
    assert matches_format(f"ipv{address.version}", str(address))  # type: ignore[attr-defined]  # not in the type
    assert matches_format("uuid", str(uuid))


@given(st.sampled_from(ASSERTED_FORMATS), st.text())
def test_any_text_is_judged_without_an_exception(name: str, text: str) -> None:
    assert matches_format(name, text) in (True, False)
