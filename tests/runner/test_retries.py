from __future__ import annotations

from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.commands import Servers, SpecFile, Toolspec
from tests.scripted_server import Scripted, error, text
from tests.small_spec import records, spec_of
from toolspec.runner.retry import wait_before_retry
from toolspec.spec import RetryPolicy
from toolspec.trace import TransportError


def run(toolspec: Toolspec, spec_file: SpecFile, server: Any, **retry: Any) -> Any:
    spec = spec_of(target={"base_url": server.url}, run={"retry": retry})
    return toolspec("run", spec_file(spec), "--out", "out")


def test_a_wait_that_the_provider_asks_for_is_kept_and_is_no_latency(
    toolspec: Toolspec, spec_file: SpecFile, scripted: Servers, tmp_path: Path
) -> None:
    server = scripted(error(429, "slow", headers={"retry-after": "0.3"}), text("ok"))
    ran = run(toolspec, spec_file, server, attempts=3)
    (record,) = records(tmp_path / "out")
    events = [each["event"] for each in record["events"]]
    assert (ran.code, len(server.requests), record["transport_retries"]) == (0, 2, 1)
    assert events == ["request", "response", "transport_error", "response", "decision", "end"]
    assert record["events"][2]["wait_s"] == 0.3
    assert record["elapsed_ms"] < 300


def test_a_wait_beyond_the_cap_ends_the_attempt(
    toolspec: Toolspec, spec_file: SpecFile, scripted: Servers, tmp_path: Path
) -> None:
    server = scripted(error(429, "tomorrow", headers={"retry-after": "86400"}), text("ok"))
    ran = run(toolspec, spec_file, server, attempts=3, max_wait="1s")
    (record,) = records(tmp_path / "out")
    assert (ran.code, len(server.requests)) == (3, 1)
    assert record["transport_error"]["kind"] == "rate_limited"


def test_one_attempt_is_one_request(
    toolspec: Toolspec, spec_file: SpecFile, scripted: Servers
) -> None:
    server = scripted(error(500, "oops"), text("ok"))
    assert run(toolspec, spec_file, server, attempts=1).code == 3
    assert len(server.requests) == 1


def test_what_is_not_listed_is_not_retried(
    toolspec: Toolspec, spec_file: SpecFile, scripted: Servers
) -> None:
    server = scripted(error(500, "oops"), text("ok"))
    assert run(toolspec, spec_file, server, attempts=3, on=[429]).code == 3
    assert len(server.requests) == 1


def test_a_connection_that_the_server_closed_is_tried_again(
    toolspec: Toolspec, spec_file: SpecFile, scripted: Servers, tmp_path: Path
) -> None:
    server = scripted(Scripted(drop=True), text("ok"))
    assert run(toolspec, spec_file, server, attempts=2, max_wait="10ms").code == 0
    (record,) = records(tmp_path / "out")
    assert record["events"][1] == {
        "event": "transport_error",
        "step": 0,
        "kind": "read",
        "message": "the connection broke: server disconnected",
        "status": None,
        "wait_s": 0.01,
    }


def test_an_empty_account_is_not_asked_again(
    toolspec: Toolspec, spec_file: SpecFile, scripted: Servers
) -> None:
    server = scripted(error(402, "pay"), text("ok"))
    assert run(toolspec, spec_file, server, attempts=3).code == 3
    assert len(server.requests) == 1


waits = st.floats(0, 1e9)
errors = st.builds(
    TransportError,
    kind=st.sampled_from(["timeout", "connect", "read", "rate_limited", "server_error"]),
    message=st.just(""),
    status=st.sampled_from([None, 200, 429, 500]),
    retryable=st.booleans(),
    retry_after_s=st.none() | waits,
)
policies = st.builds(
    RetryPolicy,
    attempts=st.integers(1, 10),
    on=st.lists(st.sampled_from(["429", "5xx", "timeout", "connect", "read"])).map(tuple),
    max_wait_s=waits,
)


@given(errors, st.integers(1, 10), policies, st.floats(0, 1))
def test_a_wait_is_within_the_policy(error: Any, sent: Any, policy: Any, spread: Any) -> None:
    wait = wait_before_retry(error, sent, policy, spread=spread)
    if sent >= policy.attempts or not error.retryable:
        assert wait is None
    assert wait is None or 0 <= wait <= policy.max_wait_s
    if wait is not None and error.retry_after_s is not None:
        assert wait == error.retry_after_s
