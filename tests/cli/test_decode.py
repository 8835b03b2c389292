from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.commands import Toolspec
from tests.scripted_server import call, error, text


@pytest.fixture
def decode(toolspec: Toolspec, tmp_path: Path) -> Any:
    def run(body: bytes, *arguments: Any, adapter: Any = "openai_chat") -> Any:
        (tmp_path / "response").write_bytes(body)
        return toolspec("decode", "--adapter", adapter, "response", *arguments)

    return run


def test_a_call_is_shown_with_its_raw_arguments(decode: Any) -> None:
    ran = decode(call("get_order", {"order_id": "заказ"}).body)
    shown = json.loads(ran.out)
    assert (ran.code, shown["kind"], shown["reason"]) == (0, "tool_call", None)
    assert shown["calls"][0] == {
        "call_id": "c1",
        "name": "get_order",
        "arguments": {"order_id": "заказ"},
        "raw_arguments": '{"order_id": "заказ"}',
        "defect": None,
    }
    assert "заказ" in ran.out


def test_stdin_is_read(toolspec: Toolspec, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text("hi").body)))
    ran = toolspec("decode", "--adapter", "openai_chat", "-")
    assert json.loads(ran.out)["text"] == "hi"


FAULTS = {
    "page": (b"<html></html>", 200, "not_json"),
    "nothing": (b"", 200, "empty_response"),
    "error": (error(401, "bad key").body, 401, "unauthorized"),
    "error in 200": (error(200, "oops").body, 200, "error_in_body"),
    "cut": (b'{"choices": [', 200, "not_json"),
    "bytes": (b"\xff\xfe\x00", 200, "not_json"),
    "deep": (b"[" * 5000 + b"]" * 5000, 200, "not_json"),
    "infinite": (b'{"choices": [1e999]}', 200, "not_json"),
    "NaN": (b'{"choices": [NaN]}', 200, "not_json"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_what_is_no_answer_is_a_provider_error(name: str, decode: Any) -> None:
    body, status, reason = FAULTS[name]
    ran = decode(body, "--status", status)
    shown = json.loads(ran.out)
    assert (ran.code, shown["kind"], shown["reason"]) == (0, "provider_error", reason)
    assert shown["calls"] == []


def test_half_an_emoji_is_shown_escaped(decode: Any) -> None:
    ran = decode(text("?").body.replace(b'"?"', b'"\\ud83d"'))
    assert json.loads(ran.out)["text"] == "\ud83d"


def test_an_unknown_adapter_is_told(decode: Any) -> None:
    ran = decode(b"{}", adapter="openai_cat")
    assert ran.code == 2
    assert "error[TS202]: no adapter is named `openai_cat`" in ran.err
    assert "did you mean `openai_chat`?" in ran.err


@pytest.mark.parametrize("source", ["absent", "."])
def test_a_file_that_cannot_be_read_is_told(source: Any, toolspec: Toolspec) -> None:
    ran = toolspec("decode", "--adapter", "openai_chat", source)
    assert (ran.code, f"error[TS001]: `{source}` cannot be read" in ran.err) == (2, True)
