"""Profiles on top of Chat Completions: data files that are whole, dated, and mean what they say."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from toolspec_adapters import openai_chat

from toolspec.dialect import Dialect, Fact
from toolspec.provider import Settings, UserTurn
from toolspec.wire_formats import WIRE_FORMATS

OWN = ("openai_chat", "mistral", "cohere", "ollama")
PROFILES = tuple(name for name in WIRE_FORMATS.names if WIRE_FORMATS.dialect(name).adapter in OWN)
ROWS = json.loads((Path(__file__).parent / "openai_chat" / "profiles.json").read_text("utf-8"))
ASKS: tuple[Any, ...] = (UserTurn("Где заказ?"),)


def facts(dialect: Dialect) -> list[Fact]:
    rules = [each for each in (dialect.schema, dialect.strict) if each]
    return [
        *dialect.limits.values(),
        *dialect.takes.values(),
        *(fact for each in rules for fact in (each.otherwise, *each.features.values())),
        *(fact for each in dialect.models for fact in each.takes.values()),
    ]


@pytest.mark.parametrize("name", PROFILES)
def test_every_fact_has_a_source_and_a_date(name: str) -> None:
    dialect = WIRE_FORMATS.dialect(name)
    for fact in facts(dialect):
        assert fact.source
        assert re.fullmatch(r"20\d\d-\d\d-\d\d", fact.date), fact
    assert re.match(r"https?://", dialect.base_url)
    assert not dialect.base_url.endswith("/")
    assert dialect.path.startswith("/")


@pytest.mark.parametrize("row", ROWS, ids=[row["name"] for row in ROWS])
def test_a_model_is_spoken_to_as_the_table_says(row: dict[str, Any]) -> None:
    dialect = WIRE_FORMATS.dialect(row["profile"]).for_model(row["model"])
    said = {subject: dialect.acceptance(subject).value for subject in row["takes"]}
    assert said == row["takes"]
    request = openai_chat.lower(
        ASKS, (), Settings(model=row["model"], max_output_tokens=9), dialect
    )
    assert row.get("limit_field", dialect.output_limit_field) in request.body
    if "path" in row:
        assert request.path == row["path"]


def test_the_rule_against_tools_names_what_to_use_instead() -> None:
    fact = WIRE_FORMATS.dialect("openai_chat").for_model("gpt-5.6-sol").acceptance("tools")
    assert fact.note is not None
    assert "`openai_responses`" in fact.note


def test_azure_takes_its_key_in_a_header_of_its_own() -> None:
    for name in ("azure", "azure_deployments"):
        auth = WIRE_FORMATS.dialect(name).auth
        assert (auth.header, auth.prefix) == ("api-key", "")
    auth = WIRE_FORMATS.dialect("groq").auth
    assert (auth.header, auth.prefix) == ("Authorization", "Bearer ")


@pytest.mark.parametrize(
    ("base_url", "name"),
    [
        (None, "openai_chat"),
        ("https://api.openai.com/v1", "openai_chat"),
        ("https://eu.api.openai.com/v1", "openai_chat"),
        ("https://api.openai.com.example.org/v1", "openai_compatible"),
        ("https://notapi.openai.com.ru/v1", "openai_compatible"),
        ("http://127.0.0.1:8080/v1", "openai_compatible"),
    ],
)
def test_another_host_than_openai_is_a_compatible_server(base_url: str | None, name: str) -> None:
    assert WIRE_FORMATS.at("openai_chat", base_url).name == name


def test_a_profile_with_an_address_of_its_own_stays_itself() -> None:
    assert WIRE_FORMATS.at("vllm", "http://10.0.0.1/v1").name == "vllm"


def test_limits_of_openai_hold_at_no_other_host() -> None:
    assert "nesting" in WIRE_FORMATS.dialect("azure").limits
    for name in ("openai_compatible", "vllm", "openrouter"):
        assert WIRE_FORMATS.dialect(name).limits == {}
    assert set(WIRE_FORMATS.dialect("kimi").limits) == {"tools"}


def test_an_option_that_nobody_reads_is_an_error() -> None:
    dialect = replace(WIRE_FORMATS.dialect("openai_chat"), options={"state_strict": True})
    with pytest.raises(ValueError, match="`state_strict`"):
        openai_chat.lower(ASKS, (), Settings(model="m"), dialect)
