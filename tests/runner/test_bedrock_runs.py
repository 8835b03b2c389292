"""Whole runs against Bedrock's format: signed, with a key, and without what either needs."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.aws_signature import REGION, SECRET, TOKEN, credentials_in, signature_of
from tests.commands import Servers, SpecFile, Start, Toolspec
from tests.scripted_server import Scripted
from tests.small_spec import records, spec_of, summary

pytest.importorskip("botocore.auth")

MODEL = "amazon.nova-lite-v1:0"
SAID = {"role": "assistant", "content": [{"text": "ok"}]}
ANSWER = {
    "output": {"message": SAID},
    "stopReason": "end_turn",
    "usage": {"inputTokens": 3, "outputTokens": 1, "totalTokens": 4},
    "metrics": {"latencyMs": 1},
}
KEY = "bedrock-key-of-the-example"


def target(url: str, **more: str) -> dict[str, str]:
    return {"adapter": "bedrock_converse", "model": MODEL, "base_url": url, **more}


@pytest.fixture
def without_credentials(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AWS_PROFILE", "AWS_DEFAULT_PROFILE"):
        monkeypatch.delenv(name, raising=False)


def converse() -> Scripted:
    return Scripted(body=json.dumps(ANSWER).encode())


def root(url: str) -> str:
    return f"http://{urlsplit(url).netloc}"


def test_a_run_is_signed_and_leaves_no_secret(
    toolspec: Toolspec,
    scripted: Servers,
    spec_file: SpecFile,
    tmp_path: Path,
    without_credentials: None,
) -> None:
    server = scripted(converse())
    spec = spec_file(spec_of(target=target(root(server.url))))
    ran = toolspec(
        "run", spec, "--out", "out", AWS_REGION=REGION, **credentials_in(tmp_path / "none")
    )
    assert ran.code == 0, ran.err
    (received,) = server.requests
    assert received.path in (f"/model/{MODEL}/converse", "/model/amazon.nova-lite-v1%3A0/converse")
    assert received.headers["authorization"] == signature_of(received)
    assert received.headers["x-amz-security-token"] == TOKEN
    assert json.loads(received.body)["system"] == [{"text": "Отвечай коротко."}]
    (attempt,) = records(Path("out"))
    assert (attempt["status"], attempt["usage"]["input_tokens"]) == ("completed", 3)
    kept = [each.read_bytes() for each in Path("out").rglob("*") if each.is_file()]
    assert not any(each.encode() in text for each in (SECRET, TOKEN) for text in kept)


def test_an_error_is_named_by_the_header_of_the_response(
    toolspec: Toolspec, scripted: Servers, spec_file: SpecFile
) -> None:
    headers = {"x-amzn-errortype": "ServiceQuotaExceededException:http://internal/"}
    server = scripted(Scripted(status=400, body=b'{"message":"enough"}', headers=headers))
    spec = spec_file(spec_of(target=target(root(server.url), key_env="BEDROCK_KEY")))
    toolspec("run", spec, "--out", "out", BEDROCK_KEY=KEY)
    (attempt,) = records(Path("out"))
    fault = attempt["transport_error"]
    assert (fault["kind"], fault["message"], fault["status"]) == ("payment_required", "enough", 400)
    (received,) = server.requests
    assert received.headers["authorization"] == f"Bearer {KEY}"


@pytest.mark.parametrize("has_key", [True, False], ids=["a key", "a signature"])
def test_the_simulated_model_answers_at_the_path_of_the_provider(
    toolspec: Toolspec,
    start: Start,
    spec_file: SpecFile,
    tmp_path: Path,
    without_credentials: None,
    has_key: bool,
) -> None:
    arguments = {"order_id": "17"}
    expected = {"call": "get_order", "args": arguments}
    case = {"id": "order", "user": "Где заказ 17?", "tags": ["ru"], "expect": expected}
    served = spec_file(spec_of(cases=0) | {"cases": [case]}, "served.yaml")
    running = start("serve", served)
    url = running.stdout.readline().decode().split()[-1]
    how: dict[str, Any] = {"key_env": "BEDROCK_KEY"} if has_key else {}
    secrets = {"BEDROCK_KEY": KEY} if has_key else credentials_in(tmp_path / "none")
    asked = spec_of(target=target(root(url), **how)) | {"cases": [case]}
    ran = toolspec("run", spec_file(asked), "--out", "out", AWS_REGION=REGION, **secrets)
    assert ran.code == 0, ran.err
    metrics = summary(Path("out"))["targets"]["main"]["variants"]["base"]["metrics"]
    assert metrics["all_correct_rate"]["value"] == 1.0


def test_without_a_signer_nothing_is_sent(
    toolspec: Toolspec,
    scripted: Servers,
    spec_file: SpecFile,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "botocore.auth", None)
    server = scripted(converse())
    spec = spec_file(spec_of(target=target(root(server.url))))
    ran = toolspec("run", spec, "--out", "out")
    assert (ran.code, "TS618" in ran.err, "toolspec-eval[bedrock]" in ran.err) == (2, True, True)
    assert "small.yaml:" in ran.err
    assert server.requests == []
