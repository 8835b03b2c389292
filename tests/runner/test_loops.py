"""The loop over real HTTP: in every wire format, and through what goes wrong on the way."""

from __future__ import annotations

import asyncio
import json
import signal
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.commands import Servers, SpecFile, Start, Toolspec
from tests.scripted_server import Scripted, answer, call, error, text
from tests.small_spec import records
from toolspec.compiler import expand
from toolspec.diagnostics import Diagnostics
from toolspec.loading import load_file
from toolspec.manifest import Selection
from toolspec.models import Answer, ProposedCall
from toolspec.models.server import SimulatedModel, serve
from toolspec.pipeline import make_plan
from toolspec.provider import ToolResultTurn
from toolspec.runner.endpoints import open_endpoints
from toolspec.runner.execute import execute
from toolspec.runner.journal import Journal
from toolspec.runner.redaction import Redactor
from toolspec.trace import Trace
from toolspec.wire_formats import WIRE_FORMATS

ROWS = yaml.safe_load((Path(__file__).parent / "loop_ends.yaml").read_text("utf-8"))
ORDER = {
    "type": "object",
    "properties": {"order": {"type": "string"}},
    "required": ["order"],
    "additionalProperties": False,
}
RESULT = {"type": "object", "properties": {"status": {"type": "string"}}}
TOOLS = {
    "look": {
        "description": "Показать заказ.",
        "effect": "read",
        "parameters": ORDER,
        "returns": RESULT,
        "errors": {"NOT_FOUND": "permanent"},
        "stub": [
            {"when": "args.order == 'broken'", "return": {"status": "{{ state.orders | length }}"}},
            {"when": "state.orders[args.order] is not defined", "error": "NOT_FOUND"},
            {"return": {"status": "{{ state.orders[args.order].status }}"}},
        ],
    },
    "refund": {
        "description": "Вернуть деньги.",
        "effect": "mutate",
        "parameters": ORDER,
        "stub": [{"set": {"orders[args.order].status": "возвращён"}, "return": {"ok": True}}],
    },
}
LOOK = {
    "id": "look",
    "user": "Где заказ 1?",
    "until": "done",
    "expect": {"call": "look", "args": {"order": "1"}},
}
REFUND = {
    "id": "refund",
    "user": "Верни деньги за заказ 1",
    "expect": {
        "call": "refund",
        "args": {"order": "1"},
        "effects": {"refund": 1},
        "state": {"orders['1'].status": "возвращён"},
    },
}


def document_of(*cases: Any, **more: Any) -> Any:
    return {
        "toolspec": 1,
        "name": "loops",
        "version": "1",
        "prompt": {"id": "p", "version": "v1", "text": "Помогай."},
        "tools": TOOLS,
        "world": {"state": {"orders": {"1": {"status": "оплачен"}, "2": {"status": "в пути"}}}},
        "cases": list(cases or (LOOK,)),
        **more,
    }


def at(server: Any) -> Any:
    target = {"adapter": "openai_chat", "model": "m", "base_url": server.url}
    run = {"parallelism": 1, "retry": {"attempts": 2, "max_wait": "1s"}}
    return document_of(targets={"main": target}, run=run)


def said(given: Any) -> Scripted:
    ((kind, value),) = given.items()
    if kind == "cut":
        function = {"name": value, "arguments": '{"order": "1'}
        calls = [{"id": "c1", "type": "function", "function": function}]
        return answer({"content": None, "tool_calls": calls})
    if kind == "error":
        return error(*value, headers={"retry-after": "0"})
    return text(value) if kind == "text" else call(*value)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
def test_an_attempt_is_recorded_as_it_went(
    row: Any, scripted: Servers, spec_file: SpecFile, toolspec: Toolspec, tmp_path: Path
) -> None:
    server = scripted(*map(said, row["says"]))
    toolspec("run", spec_file(at(server)), "--out", tmp_path / "run")
    (record,) = records(tmp_path / "run")
    results = [each for each in record["events"] if each["event"] == "tool_result"]
    assert record["status"] == row["status"]
    assert (record["transport_error"] or {}).get("kind") == row.get("kind")
    assert record["transport_retries"] == row.get("retries", 0)
    assert [each["status"] for each in results] == row["statuses"]
    assert record["events"][-1] == {"event": "end", "reason": row["end"], "until": "done"}
    for name in row.get("told", ()):
        assert name in json.dumps(results[0]["result"])
    assert len(server.requests) == len(row["says"]) - (row["end"] == "stub_failed")


SEVERAL = (
    Answer(
        calls=(
            ProposedCall("look", {"order": "1"}),
            ProposedCall("look", {"order": "5"}),
            ProposedCall("look", {"order": "2"}),
        )
    ),
    Answer(text="Заказа 5 нет."),
)


async def made(plan: Any, scripts: Any, folder: Path) -> list[Trace]:
    """Run a plan against the built-in model with answers of its own."""
    journal = Journal(folder, Redactor([]))
    traces: list[Trace] = []
    try:
        async with (
            serve(SimulatedModel(plan.spec, scripts=scripts)) as url,
            open_endpoints(plan, {}, lambda secret: None) as opened,
        ):
            endpoints = {
                name: replace(each, base_url=f"{url}/{each.target.adapter}")
                for name, each in opened.items()
            }
            await execute(
                expand.attempts(plan),
                spec=plan.spec,
                hooks={},
                endpoints=endpoints,
                retry=plan.spec.run.retry,
                parallelism=1,
                journal=journal,
                on_trace=traces.append,
                stop=asyncio.Event(),
            )
    finally:
        journal.close()
    return traces


@pytest.mark.parametrize("tool_mode", ["native", "json_text"])
@pytest.mark.parametrize("adapter", WIRE_FORMATS.names)
def test_several_calls_get_one_result_each_in_their_order(
    adapter: str, tool_mode: Any, spec_file: SpecFile, tmp_path: Path
) -> None:
    problems = Diagnostics()
    loaded = load_file(spec_file(document_of()), problems)
    assert loaded is not None, problems.errors
    selection = Selection(adapter=adapter, tool_mode=tool_mode)
    plan = make_plan(loaded, selection, {}, problems, needs_keys=False)
    (trace,) = asyncio.run(made(plan, {"look": SEVERAL}, tmp_path / "run"))
    assert trace.status == "completed", trace.transport_error
    requests = [each for each in trace.events if each["event"] == "request"]
    results = [each["result"] for each in trace.events if each["event"] == "tool_result"]
    found = WIRE_FORMATS.load(adapter)
    takes_several = found.dialect.acceptance("parallel_calls").value == "accepted"
    if tool_mode == "native" and not takes_several:
        # One call is all that such a message can carry.
        assert len(results) == 1
        return
    shown = ["оплачен", "NOT_FOUND", "в пути"]
    assert all(word in str(each) for word, each in zip(shown, results, strict=True))
    path = requests[1]["url"].removeprefix("built-in")
    lifted = found.adapter.lift_request(path, requests[1]["body"])
    if tool_mode == "native":
        sent = [
            str(each.content) for each in lifted.conversation if isinstance(each, ToolResultTurn)
        ]
    else:
        sent = str(lifted.conversation[-1]).split("\\n")
    assert len(sent) == 3
    assert all(word in each for word, each in zip(shown, sent, strict=True))


def test_a_dialogue_that_a_format_cannot_carry_is_not_run(
    spec_file: SpecFile, toolspec: Toolspec, tmp_path: Path
) -> None:
    calls = {"any_order": [{"look": {"order": "1"}}, {"look": {"order": "2"}}]}
    expect = {"parallel": "required", "calls": calls}
    case = {"id": "two", "turns": [{"user": "Привет"}, {"user": "Заказы 1 и 2?", "expect": expect}]}
    spec = spec_file(document_of(case))
    for adapter, status in (("openai_chat", "completed"), ("gigachat", "not_run")):
        toolspec("run", spec, "--adapter", adapter, "--out", tmp_path / adapter)
        (record,) = records(tmp_path / adapter)
        assert record["status"] == status


def test_no_attempt_sees_what_another_has_changed(
    spec_file: SpecFile, toolspec: Toolspec, tmp_path: Path
) -> None:
    runs = []
    for number, (cases, workers) in enumerate(
        (((REFUND, LOOK), 1), ((LOOK, REFUND), 1), ((REFUND, LOOK), 4))
    ):
        run = {"repetitions": 3, "parallelism": workers}
        folder = tmp_path / str(number)
        ran = toolspec("run", spec_file(document_of(*cases, run=run)), "--out", folder)
        assert ran.code == 0, ran.out
        told = {
            (each["case_id"], each["attempt"]): [
                event for event in each["events"] if event["event"] in ("tool_result", "state")
            ]
            for each in records(folder)
        }
        assert len(told) == 6
        runs.append(told)
    assert runs[0] == runs[1] == runs[2]
    looked = {json.dumps(runs[0]["look", n][0]["result"], ensure_ascii=False) for n in (1, 2, 3)}
    assert looked == {'{"status": "оплачен"}'}


def test_the_reference_follows_what_chance_damages_in_each_repetition(
    spec_file: SpecFile, toolspec: Toolspec, tmp_path: Path
) -> None:
    found = {"id": "A1", "город": "Омск", "имя": "Ян"}
    tools = {
        "find": {"description": "Найти.", "effect": "read", "stub": [{"return": found}]},
        "look": TOOLS["look"],
    }
    calls = [{"find": {}}, {"look": {"order": {"$from": "find.id"}}}]
    case = {"id": "one", "user": "Найди", "faults": ["bad"], "expect": {"calls": calls}}
    document = document_of(case, tools=tools, run={"repetitions": 8, "parallelism": 4})
    document["faults"] = {"bad": {"tool": "find", "kind": "corrupt"}}
    ran = toolspec("run", spec_file(document), "--out", tmp_path / "run")
    assert ran.code == 0, ran.out
    seen = [
        event["result"]["id"]
        for each in records(tmp_path / "run")
        for event in each["events"]
        if event["event"] == "tool_result" and event["tool"] == "find"
    ]
    assert 0 < seen.count("A1") < len(seen) == 8


def test_an_interrupt_between_two_steps_leaves_no_record(
    scripted: Servers, spec_file: SpecFile, start: Start, tmp_path: Path
) -> None:
    gate = threading.Event()
    looked = call("look", {"order": "1"})
    server = scripted(looked, replace(looked, gate=gate), text("в пути"))
    running = start("run", spec_file(at(server)), "--out", tmp_path / "run")
    while len(server.requests) < 2:
        assert running.poll() is None, running.stderr.read()
    running.send_signal(signal.SIGINT)
    while b"stopping" not in running.stderr.readline():
        assert running.poll() is None
    gate.set()
    running.communicate(timeout=20)
    assert running.returncode == 130
    assert len(server.requests) == 2
    assert records(tmp_path / "run") == []
