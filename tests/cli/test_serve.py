from __future__ import annotations

import json
import signal
import urllib.error
import urllib.request
from typing import Any

import pytest

from tests.commands import Servers, SpecFile, Start, Toolspec
from tests.small_spec import spec_of


@pytest.fixture
def calling_spec(spec_file: SpecFile) -> Any:
    spec = spec_of(cases=2)
    spec["cases"][0]["expect"] = {"call": "get_order", "args": {"order_id": "17"}}
    return spec_file(spec)


def ask(url: Any, message: Any, **more: Any) -> Any:
    tools = [{"type": "function", "function": {"name": "get_order"}}]
    messages = [{"role": "user", "content": message}]
    body = {"model": "any", "messages": messages, "tools": tools, **more}
    request = urllib.request.Request(
        f"{url}/chat/completions",
        data=json.dumps(body).encode(),
        headers={"content-type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=20) as reply:
            return reply.status, json.loads(reply.read())
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.loads(error.read())


def arguments_of(reply: Any) -> Any:
    return json.loads(reply["choices"][0]["message"]["tool_calls"][0]["function"]["arguments"])


def test_the_reference_answers_until_it_is_interrupted(start: Start, calling_spec: Any) -> None:
    running = start("serve", calling_spec)
    url = running.stdout.readline().decode().strip()
    status, reply = ask(url, "вопрос 1")
    assert (status, arguments_of(reply)) == (200, {"order_id": "17"})
    status, reply = ask(url, "something else")
    assert (status, reply["error"]["message"]) == (404, "no case of the spec has this user message")
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=20)
    assert (running.returncode, err) == (0, b"")


def test_a_mutant_answers_badly(start: Start, calling_spec: Any) -> None:
    running = start("serve", calling_spec, "--mutant", "extra_argument")
    url = running.stdout.readline().decode().strip()
    _, reply = ask(url, "вопрос 1")
    assert set(arguments_of(reply)) > {"order_id"}
    running.send_signal(signal.SIGTERM)
    assert running.wait(20) == 0


def test_a_port_that_is_taken_is_told(
    toolspec: Toolspec, calling_spec: Any, scripted: Servers
) -> None:
    ran = toolspec("serve", calling_spec, "--port", scripted().port)
    assert ran.code == 2
    assert "error[TS613]: the port" in ran.err and "choose another with `--port`" in ran.err


def test_an_unknown_mutant_is_told(toolspec: Toolspec, calling_spec: Any) -> None:
    ran = toolspec("serve", calling_spec, "--mutant", "wrong_tol")
    assert (ran.code, "did you mean `wrong_tool`?" in ran.err) == (2, True)


def test_a_spec_that_cannot_be_read_is_told(toolspec: Toolspec) -> None:
    ran = toolspec("serve", "absent.yaml")
    assert (ran.code, "error[TS001]" in ran.err) == (2, True)
