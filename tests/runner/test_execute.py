from __future__ import annotations

import asyncio
import gc
import json
import threading
import tracemalloc
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.commands import Servers, SpecFile
from tests.scripted_server import Scripted, error, text
from tests.small_spec import records, spec_of
from toolspec.compiler import expand
from toolspec.diagnostics import Diagnostics
from toolspec.loading import load_file
from toolspec.manifest import Selection
from toolspec.pipeline import make_plan
from toolspec.runner.endpoints import open_endpoints
from toolspec.runner.execute import execute
from toolspec.runner.journal import Journal
from toolspec.runner.redaction import Redactor
from toolspec.target_format import TargetFormat
from toolspec.wire_formats import WIRE_FORMATS


@pytest.fixture
def plan_of(spec_file: SpecFile) -> Any:
    def make(document: Any) -> Any:
        problems = Diagnostics()
        loaded = load_file(spec_file(document), problems)
        assert loaded is not None
        plan = make_plan(loaded, Selection(), {}, problems, needs_keys=False)
        assert not problems.errors
        return plan

    return make


async def run(plan: Any, folder: Path, **changes: Any) -> None:
    """Run a plan; `changes` are made to each of its endpoints."""
    journal = Journal(folder, Redactor([]))
    try:
        async with open_endpoints(plan, {}, lambda secret: None) as endpoints:
            endpoints = {name: replace(each, **changes) for name, each in endpoints.items()}
            await execute(
                expand.attempts(plan),
                spec=plan.spec,
                hooks={},
                endpoints=endpoints,
                retry=plan.spec.run.retry,
                parallelism=plan.spec.run.parallelism,
                journal=journal,
                on_trace=lambda trace: None,
                stop=asyncio.Event(),
            )
    finally:
        journal.close()


@pytest.mark.parametrize("parallelism", [1, 3])
def test_requests_in_flight_never_exceed_the_parallelism(
    parallelism: Any, plan_of: Any, scripted: Servers, tmp_path: Path
) -> None:
    gate = threading.Event()
    server = scripted(text("ok", gate=gate))
    target = {"base_url": server.url}
    plan = plan_of(spec_of(cases=12, target=target, run={"parallelism": parallelism}))

    def open_when_full() -> None:
        while server.in_flight < parallelism:
            pass
        gate.set()

    opener = threading.Thread(target=open_when_full)
    opener.start()
    asyncio.run(run(plan, tmp_path / "out"))
    opener.join()
    assert (server.most_in_flight, len(server.requests)) == (parallelism, 12)


def test_a_fault_of_ours_is_raised_as_it_is_and_what_is_finished_stays(
    plan_of: Any, scripted: Servers, tmp_path: Path
) -> None:
    plan = plan_of(spec_of(cases=9, target={"base_url": scripted(text("ok")).url}))
    found = WIRE_FORMATS.load("openai_chat")
    real = found.adapter
    seen: list[Any] = []
    broken: dict[str, Any] = {}

    def lift(reply: Any, offered: Any) -> Any:
        seen.append(reply)
        return real.lift(reply, offered) if len(seen) < 4 else broken["a bug"]

    adapter = SimpleNamespace(lower=real.lower, lift=lift)
    broken_format = TargetFormat(plan.targets[0], replace(found, adapter=adapter))
    with pytest.raises(KeyError, match="a bug"):
        asyncio.run(run(plan, tmp_path / "out", target_format=broken_format))
    assert len(records(tmp_path / "out")) == 3


def test_no_attempt_is_held_once_it_is_written(plan_of: Any, tmp_path: Path) -> None:
    """The peak of memory does not grow with the number of attempts."""
    peaks = []
    # The first few hundred fill what is collected only now and then.
    for repetitions in (400, 1200):
        document = spec_of(run={"repetitions": repetitions, "parallelism": 2})
        plan = plan_of(document)
        gc.collect()
        tracemalloc.start()
        asyncio.run(run(plan, tmp_path / str(repetitions)))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] - peaks[0] < 800 * 200


def test_the_timeout_closes_the_connection_and_the_worker_goes_on(
    plan_of: Any, scripted: Servers, tmp_path: Path
) -> None:
    gate = threading.Event()
    server = scripted(text("ok", gate=gate), text("ok"))
    run_settings = {"parallelism": 1, "timeout": "100ms"}
    plan = plan_of(spec_of(cases=2, target={"base_url": server.url}, run=run_settings))
    asyncio.run(run(plan, tmp_path / "out"))
    gate.set()
    assert [each["status"] for each in records(tmp_path / "out")] == ["infra_error", "completed"]


@pytest.mark.parametrize(
    ("target", "settings", "flagged"),
    [
        ({"tool_mode": "native"}, {"tool_choice": "required"}, True),
        # The dialect of this format knows that the server drops the setting.
        ({"adapter": "ollama"}, {"tool_choice": {"tool": "get_order"}}, True),
        ({"tool_mode": "native"}, {"tool_choice": "auto"}, False),
        ({"tool_mode": "native"}, {}, False),
        ({"tool_mode": "json_text"}, {"tool_choice": "required"}, False),
    ],
)
def test_a_forced_call_that_did_not_come_is_told(
    target: Any, settings: Any, flagged: bool, plan_of: Any, scripted: Servers, tmp_path: Path
) -> None:
    said = {"role": "assistant", "content": "ok"}
    # A body that both formats read.
    body = {"choices": [{"message": said, "finish_reason": "stop"}], "message": said, "done": True}
    reply = Scripted(body=json.dumps(body).encode())
    target = {"base_url": scripted(reply).url, **target}
    asyncio.run(run(plan_of(spec_of(target=target, run=settings)), tmp_path / "out"))
    (event,) = [e for e in records(tmp_path / "out")[0]["events"] if e["event"] == "decision"]
    assert event["kind"] == "text"
    assert ("tool_choice_not_enforced" in event["anomalies"]) == flagged


def test_a_fault_of_the_built_in_model_is_not_blamed_on_a_provider(
    plan_of: Any, scripted: Servers, tmp_path: Path
) -> None:
    plan = plan_of(spec_of(target={"base_url": scripted(error(500, "oops")).url}))
    built_in = replace(plan.targets[0], habit="reference")
    asyncio.run(run(plan, tmp_path / "out", target=built_in))
    found = records(tmp_path / "out")[0]["transport_error"]
    assert found["kind"] == "simulator"
    assert found["message"] == "the built-in model failed, which is a fault of toolspec: oops"
