"""The door over HTTP: what it tells, and what it does not take."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import yaml

from tests.commands import Toolspec
from tests.doors.conftest import SPECS, Served
from tests.small_spec import records

World = Callable[..., Served]

HERE = Path(__file__).parent
CLERK = HERE / "clerk.yaml"
MISTAKES = yaml.safe_load((HERE / "mistakes.yaml").read_text("utf-8"))
A_1 = {"name": "find_order", "arguments": {"order_id": "A-1"}}


def client_of(served: Served) -> httpx.Client:
    return httpx.Client(base_url=served.url, trust_env=False, timeout=20)


def test_the_case_is_told_as_the_spec_has_it(world: World) -> None:
    spec = yaml.safe_load((SPECS / "flights.yaml").read_text("utf-8"))
    with client_of(world("http", "book")) as client:
        told = client.get("/").json()
    assert told["case"] == "book"
    assert told["instructions"].startswith(spec["prompt"]["text"].rstrip())
    assert told["user"] == "Найди рейсы из Москвы в Стамбул на 17 апреля 2026 года."
    assert {each["name"]: each["parameters"] for each in told["tools"]} == {
        name: tool["parameters"] for name, tool in spec["tools"].items()
    }


def ask(client: httpx.Client, mistake: Any) -> httpx.Response:
    headers = {"content-type": mistake.get("type", "application/json")}
    if "host" in mistake:
        headers["host"] = mistake["host"]
    content = mistake.get("body", "")
    return client.request(mistake["method"], mistake["path"], content=content, headers=headers)


def test_a_mistake_is_told_in_json_and_leaves_no_trace(world: World) -> None:
    served = world("http", "cheapest_is_not_consent")
    with client_of(served) as client:
        for each in MISTAKES:
            reply = ask(client, each)
            assert (reply.status_code, list(reply.json())) == (each["status"], ["error"]), each
            assert each["says"] in reply.json()["error"]
        body = b'{"text": "' + b"x" * 5_000_000 + b'"}'
        large = client.post("/reply", content=body, headers={"content-type": "application/json"})
        assert (large.status_code, "4 MiB" in large.json()["error"]) == (413, True)
        assert client.post("/reply", json={"text": "Дешевле всех TK-414"}).json()["done"]
    assert served.wait() == 0
    (record,) = records(served.folder)
    assert [each["event"] for each in record["events"]] == ["user", "decision", "state", "end"]


def test_odd_names_and_values_are_answered_by_policy_and_recorded(world: World) -> None:
    served = world("http", "book")
    odd = [
        b'{"name": "\\ud800", "arguments": {"\\ud800": "\\udfff"}}',
        b'{"name": "list_destinations", "arguments": {"a": ' + b"9" * 3000 + b"}}",
        '{"name": "улететь", "arguments": {"куда": "🛫"}}'.encode(),
    ]
    with client_of(served) as client:
        for each in odd:
            headers = {"content-type": "application/json"}
            told = client.post("/calls", content=each, headers=headers).json()
            assert (told["is_error"], told["done"]) == (True, False)
        # An empty answer is one that nothing can follow, as in a run.
        assert client.post("/reply", json={"text": " "}).json() == {"user": None, "done": True}
    assert served.wait() == 0
    (record,) = records(served.folder)
    assert record["events"][-1]["reason"] == "invalid"


def test_a_call_that_is_repeated_too_often_ends_the_attempt(world: World) -> None:
    served = world("http", "status", CLERK)
    with client_of(served) as client:
        told = [client.post("/calls", json=A_1).json() for _ in range(2)]
    assert [each["done"] for each in told] == [False, True]
    assert served.wait() == 0
    assert records(served.folder)[0]["events"][-1]["reason"] == "loop"


def test_a_stub_that_cannot_answer_is_the_fault_of_the_spec(
    world: World, toolspec: Toolspec
) -> None:
    served = world("http", "status", CLERK)
    with client_of(served) as client:
        reply = client.post("/calls", json={**A_1, "arguments": {"order_id": "A-2"}})
    assert (reply.status_code, "find_order" in reply.json()["error"]) == (409, True)
    assert served.wait() == 0
    (record,) = records(served.folder)
    assert (record["status"], record["transport_error"]["kind"]) == ("infra_error", "stub_failed")
    assert toolspec("score", served.folder).code == 3


def test_an_agent_comes_in_once_whatever_the_levels_of_context(
    world: World, toolspec: Toolspec
) -> None:
    served = world("http", "status", CLERK)
    with client_of(served) as client:
        assert "Маркер: КЛ-7." in client.get("/").json()["user"]
        assert not client.post("/calls", json=A_1).json()["is_error"]
        client.post("/reply", json={"text": "Заказ оплачен, маркер КЛ-7."})
    assert served.wait() == 0
    ran = toolspec("score", served.folder)
    assert (ran.code, "1 of 1 attempts completed" in ran.out) == (0, True), ran.out
