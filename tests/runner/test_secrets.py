from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.commands import Servers, SpecFile, Toolspec
from tests.scripted_server import call, error, text
from tests.small_spec import records, spec_of
from toolspec.runner.redaction import Redactor

KEY = "sk-test-CANARY-0001"


def leaks(ran: Any, folder: Path, word: str) -> list[str]:
    found = [name for name, said in (("stdout", ran.out), ("stderr", ran.err)) if word in said]
    files = [each for each in folder.rglob("*") if each.is_file()]
    return found + [each.name for each in files if word.encode() in each.read_bytes()]


def url_with_secrets(server: Any) -> str:
    host = server.url.removeprefix("http://")
    return f"http://CANARY-user:CANARY-pass@{host}?key=CANARY-0002"


ECHOES = {
    "an error": lambda said: error(401, f"bad key {said}"),
    "a reply": lambda said: text(f"your key is {said}"),
    "an argument": lambda said: call("get_order", {"order_id": said}),
    "JSON in an argument": lambda said: call("get_order", {"order_id": json.dumps({"k": said})}),
    "a key of an object": lambda said: call("get_order", {said: 1}),
    "a page": lambda said: error(502, f"<html>{said}</html>"),
}


@pytest.mark.parametrize("echo", ECHOES)
@pytest.mark.parametrize("said", [KEY, "CANARY-0002", "CANARY-user:CANARY-pass"])
def test_no_secret_is_left_anywhere(
    echo: Any, said: Any, toolspec: Toolspec, spec_file: SpecFile, scripted: Servers, tmp_path: Path
) -> None:
    server = scripted(ECHOES[echo](said))
    spec = spec_of(cases=2, target={"base_url": "${MY_URL}", "key_env": "MY_KEY"})
    path = spec_file(spec)
    environment = {"MY_KEY": KEY, "MY_URL": url_with_secrets(server)}
    ran = toolspec("run", path, "--out", "out", **environment)
    assert ran.code in (1, 3)
    assert len(records(tmp_path / "out")) == 2
    assert leaks(ran, tmp_path / "out", "CANARY") == []
    assert server.requests[0].headers["authorization"] == f"Bearer {KEY}"
    assert server.requests[0].path.endswith("/chat/completions?key=CANARY-0002")
    scored = toolspec("score", "out")
    assert (scored.code, leaks(scored, tmp_path / "out", "CANARY")) == (ran.code, [])


def test_a_login_in_the_address_is_sent_and_its_echo_hidden(
    toolspec: Toolspec, spec_file: SpecFile, scripted: Servers, tmp_path: Path
) -> None:
    login = base64.b64encode(b"CANARY-user:CANARY-pass").decode()
    server = scripted(error(401, f"who is {login}"))
    path = spec_file(spec_of(target={"base_url": "${MY_URL}"}))
    ran = toolspec("run", path, "--out", "out", MY_URL=url_with_secrets(server))
    assert server.requests[0].headers["authorization"] == f"Basic {login}"
    assert leaks(ran, tmp_path / "out", login) == []


def test_a_secret_that_is_a_word_of_the_record_does_not_break_it(
    toolspec: Toolspec, spec_file: SpecFile, scripted: Servers, tmp_path: Path
) -> None:
    server = scripted(text("ok completed"))
    path = spec_file(spec_of(target={"base_url": server.url, "key_env": "MY_KEY"}))
    ran = toolspec("run", path, "--out", "out", MY_KEY="completed")
    assert ran.code == 0
    assert records(tmp_path / "out")[0]["events"][2]["text"] == "ok [redacted]"


def test_the_version_of_an_api_in_the_spec_is_no_secret(
    toolspec: Toolspec, spec_file: SpecFile, scripted: Servers, tmp_path: Path
) -> None:
    server = scripted(text("ok, on 2024-10-21"))
    spec = spec_of(target={"base_url": "${MY_URL}"})
    spec["prompt"]["text"] += " Сегодня 2024-10-21."
    url = f"{server.url}?api-version=2024-10-21"
    toolspec("run", spec_file(spec), "--out", "out", MY_URL=url)
    assert records(tmp_path / "out")[0]["events"][2]["text"] == "ok, on 2024-10-21"


def test_a_proxy_that_is_no_address_is_hidden_as_a_whole(
    toolspec: Toolspec, spec_file: SpecFile, scripted: Servers, tmp_path: Path
) -> None:
    server = scripted(error(500, "http://[CANARY is odd"))
    path = spec_file(spec_of(target={"base_url": server.url}))
    ran = toolspec("run", path, "--out", "out", HTTP_PROXY="http://[CANARY")
    assert (ran.code, leaks(ran, tmp_path / "out", "CANARY")) == (3, [])


words = st.text(st.characters(codec="utf-8", min_codepoint=33), min_size=6, max_size=20)
nested = st.recursive(
    st.text(max_size=5), lambda each: st.lists(each) | st.dictionaries(st.text(max_size=5), each)
)


def strings_in(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [*value, *(one for each in value.values() for one in strings_in(each))]
    return [one for each in value for one in strings_in(each)] if isinstance(value, list) else []


@given(words, nested, st.integers(0, 3))
def test_no_form_of_a_secret_survives_in_a_line_that_stays_json(
    secret: Any, around: Any, depth: Any
) -> None:
    assume(secret not in "[redacted]" and "[redacted]" not in secret)
    said = f"<{secret}>"
    for _ in range(depth):
        said = json.dumps([said], ensure_ascii=depth % 2 == 0)
    document = {"event": "response", "body": {"around": around, said: [said]}, "message": said}
    line = Redactor([secret])(json.dumps(document, ensure_ascii=False).encode())
    read = json.loads(line)
    assert not any(secret in each for each in strings_in(read))
    assert not any(json.dumps(secret)[1:-1] in each for each in strings_in(read))


@given(nested)
def test_a_line_without_a_secret_is_left_as_it_is(value: Any) -> None:
    line = json.dumps({"body": value}).encode() + b"\n"
    assert Redactor(["a secret that is nowhere", "short"])(line) == line
