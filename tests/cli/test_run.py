from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import certifi
import pytest

from tests.commands import Servers, SpecFile, Toolspec
from tests.scripted_server import Scripted, call, error, text, zipped
from tests.small_spec import records, spec_of, summary


def run_against(
    toolspec: Toolspec,
    spec_file: SpecFile,
    server: Any,
    *arguments: Any,
    run: Any = None,
    cases: Any = 1,
    target: Any = None,
    **environment: Any,
) -> Any:
    spec = spec_of(cases=cases, target={"base_url": server.url, **(target or {})}, run=run)
    return toolspec("run", spec_file(spec), "--out", "out", *arguments, **environment)


def test_a_good_answer_passes(
    toolspec: Toolspec, spec_file: SpecFile, scripted: Servers, tmp_path: Path
) -> None:
    ran = run_against(toolspec, spec_file, scripted(text("ok")))
    assert (ran.code, ran.lines[-1].split(" (")[0]) == (0, "gate: passed")
    assert records(tmp_path / "out")[0]["status"] == "completed"


def test_letters_travel_as_utf8(
    toolspec: Toolspec, spec_file: SpecFile, scripted: Servers, tmp_path: Path
) -> None:
    server = scripted(text("ok"))
    run_against(toolspec, spec_file, server)
    assert "вопрос 1".encode() in server.requests[0].body
    assert b"\\u04" not in server.requests[0].body
    assert b"\\u04" not in (tmp_path / "out" / "attempts.jsonl").read_bytes()


def test_a_gzipped_answer_is_read(
    toolspec: Toolspec, spec_file: SpecFile, scripted: Servers
) -> None:
    assert run_against(toolspec, spec_file, scripted(zipped(text("ok")))).code == 0


BAD_SERVERS = {
    "payment": (error(402, "insufficient balance"), "payment_required: insufficient balance"),
    "key": (error(401, "bad key"), "unauthorized: bad key"),
    "path": (error(404, "no such model"), "not_found: no such model"),
    "busy": (error(429, "slow down"), "rate_limited: slow down"),
    "broken": (error(500, "oops"), "server_error: oops"),
    "page": (Scripted(body=b"<html>Sign in</html>"), "not_json: the body is not JSON"),
    "error in 200": (error(200, "upstream is down"), "error_in_body: upstream is down"),
    "cut JSON": (Scripted(body=b'{"choices": [{"mess'), "not_json: the body is not JSON"),
    "cut body": (Scripted(body=b'{"choices"', missing=50), "read: the connection broke"),
    "no choices": (Scripted(body=b'{"choices": []}'), "empty_response: "),
    "nothing": (Scripted(body=b""), "empty_response: the body is empty"),
    "hung up": (Scripted(drop=True), "read: the connection broke"),
    "bad gzip": (
        Scripted(body=b"plain", headers={"content-encoding": "gzip"}),
        "read: the body is not compressed as its header says",
    ),
    "redirect": (Scripted(status=302, headers={"location": "/login"}), "1 × "),
}


@pytest.mark.parametrize("name", BAD_SERVERS)
def test_a_server_that_fails_is_named_and_leaves_the_gate_open(
    name: str, toolspec: Toolspec, spec_file: SpecFile, scripted: Servers, tmp_path: Path
) -> None:
    response, said = BAD_SERVERS[name]
    ran = run_against(toolspec, spec_file, scripted(response))
    assert ran.code == 3
    assert said in ran.out
    assert "Traceback" not in ran.err
    (record,) = records(tmp_path / "out")
    assert record["status"] == "infra_error"
    assert record["transport_error"]["kind"] in ran.out


def test_a_server_that_is_not_there(
    toolspec: Toolspec, spec_file: SpecFile, scripted: Servers
) -> None:
    server = scripted()
    server.close()
    ran = run_against(toolspec, spec_file, server)
    assert ran.code == 3
    assert f"connect: no connection to 127.0.0.1:{server.port}: connection refused" in ran.out


def test_a_slow_server_times_out(
    toolspec: Toolspec, spec_file: SpecFile, scripted: Servers
) -> None:
    ran = run_against(
        toolspec, spec_file, scripted(text("ok", delay_s=0.4)), run={"timeout": "50ms"}
    )
    assert ran.code == 3
    assert "timeout: no answer within 0.05 s" in ran.out


def test_a_model_that_only_talks_wrongly_fails_the_gate(
    toolspec: Toolspec, spec_file: SpecFile, scripted: Servers
) -> None:
    ran = run_against(toolspec, spec_file, scripted(text("no")))
    assert ran.code == 1
    assert ran.lines[-1].startswith("gate: failed")


def test_nothing_paid_for_is_no_bad_model(
    toolspec: Toolspec, spec_file: SpecFile, scripted: Servers, tmp_path: Path
) -> None:
    ran = run_against(toolspec, spec_file, scripted(error(402, "insufficient balance")), cases=12)
    found = summary(tmp_path / "out")
    series = found["targets"]["main"]["variants"]["base"]
    assert ran.code == 3
    assert ran.out.count("insufficient balance") == 1
    assert "12 × payment_required" in ran.out
    counts = series["attempts"]
    # Those that were under way at the first answer got it too.
    assert counts["infra_errors"] + counts["not_run"] == 12 and counts["not_run"]
    assert series["metrics"]["decision_accuracy"]["value"] is None


def test_failures_beyond_a_byte_still_exit_with_1(
    toolspec: Toolspec, spec_file: SpecFile, scripted: Servers
) -> None:
    ran = run_against(
        toolspec, spec_file, scripted(text("no")), "--repetitions", 256, run={"parallelism": 16}
    )
    assert ran.code == 1


def test_a_missing_key_is_told_before_anything_is_sent(
    toolspec: Toolspec, spec_file: SpecFile, scripted: Servers, tmp_path: Path
) -> None:
    server = scripted()
    ran = run_against(toolspec, spec_file, server, target={"key_env": "ABSENT_KEY"})
    assert ran.code == 2
    assert "error[TS601]" in ran.err and "`ABSENT_KEY`" in ran.err
    assert ran.err.endswith("nothing was sent\n")
    assert server.requests == []
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("key", ["sk-CANARY\nX-Evil: 1", "sk-CANARY-ключ", "sk-CANARY key"])
def test_a_key_that_no_header_can_carry_is_told_without_its_value(
    key: Any, toolspec: Toolspec, spec_file: SpecFile, scripted: Servers
) -> None:
    server = scripted()
    ran = run_against(toolspec, spec_file, server, target={"key_env": "MY_KEY"}, MY_KEY=key)
    assert ran.code == 2
    assert "error[TS614]: the key in `MY_KEY`" in ran.err
    assert "CANARY" not in ran.err + ran.out
    assert server.requests == []


def test_a_key_that_stands_in_the_spec_is_refused(
    toolspec: Toolspec, spec_file: SpecFile, scripted: Servers, tmp_path: Path
) -> None:
    spec = spec_of(target={"base_url": "http://127.0.0.1:9/v1", "key_env": "MY_KEY"})
    spec["prompt"]["text"] += " sk-CANARY-1"
    ran = toolspec("run", spec_file(spec), MY_KEY="sk-CANARY-1")
    assert ran.code == 2
    assert "error[TS603]: the value of `MY_KEY` stands in this file" in ran.err
    assert "CANARY" not in ran.err


def test_an_address_that_is_none_once_filled_in_is_refused(
    toolspec: Toolspec, spec_file: SpecFile
) -> None:
    spec = spec_of(target={"base_url": "${MY_URL}"})
    for address in ("localhost:8000", "http://", "http://[bad", "http://host:port/v1"):
        ran = toolspec("run", spec_file(spec), MY_URL=address)
        assert (ran.code, "error[TS222]" in ran.err) == (2, True), address


@pytest.mark.parametrize("address", ["http://ho st/v1", "http://host:99999/v1", "http://-\u0000/"])
def test_an_address_that_no_request_can_go_to_is_refused(
    address: str, toolspec: Toolspec, spec_file: SpecFile, tmp_path: Path
) -> None:
    ran = toolspec("run", spec_file(spec_of(target={"base_url": address})), "--out", "out")
    assert (ran.code, "Traceback" in ran.err, (tmp_path / "out").exists()) == (2, False, False)


def test_a_filter_that_selects_nothing_is_refused(
    toolspec: Toolspec, spec_file: SpecFile, scripted: Servers
) -> None:
    server = scripted()
    ran = run_against(toolspec, spec_file, server, "--tag", "rus")
    assert ran.code == 2
    assert "error[TS605]" in ran.err and "did you mean `ru`?" in ran.err
    assert server.requests == []


def test_a_folder_that_holds_a_run_is_refused(
    toolspec: Toolspec, spec_file: SpecFile, scripted: Servers, tmp_path: Path
) -> None:
    server = scripted(text("ok"))
    run_against(toolspec, spec_file, server)
    before = (tmp_path / "out" / "attempts.jsonl").read_bytes()
    ran = run_against(toolspec, spec_file, server)
    assert ran.code == 2
    assert "error[TS607]: `out` already holds a run" in ran.err
    assert len(server.requests) == 1
    assert (tmp_path / "out" / "attempts.jsonl").read_bytes() == before


def test_an_out_that_is_a_file_is_refused(
    toolspec: Toolspec, spec_file: SpecFile, tmp_path: Path
) -> None:
    (tmp_path / "taken").write_text("")
    ran = toolspec("run", spec_file(spec_of()), "--out", "taken")
    assert (ran.code, "`taken` is not a folder" in ran.err) == (2, True)
    ran = toolspec("run", spec_file(spec_of()), "--out", "taken/below")
    assert ran.code == 2


def test_half_an_emoji_is_kept_with_a_flag(
    toolspec: Toolspec, spec_file: SpecFile, scripted: Servers, tmp_path: Path
) -> None:
    body = text("ok ?").body.replace(b"ok ?", b"ok \\ud83d, \\ud83d\\ude00")
    ran = run_against(toolspec, spec_file, scripted(Scripted(body=body)), cases=2)
    assert ran.code == 0
    for record in records(tmp_path / "out"):
        assert record["replaced_surrogates"] is True
        assert record["events"][2]["text"] == "ok \ufffd, 😀"


def test_control_characters_of_a_model_stay_off_the_screen(
    toolspec: Toolspec, spec_file: SpecFile, scripted: Servers
) -> None:
    body = text("ok").body.replace(b"scripted-1", b"\\u001b[31mred")
    ran = run_against(toolspec, spec_file, scripted(Scripted(body=body)))
    assert ran.code == 0
    assert "\x1b" not in ran.out and "<U+001B>" in ran.out


def test_a_deeply_nested_answer_is_recorded_as_it_came(
    toolspec: Toolspec, spec_file: SpecFile, scripted: Servers, tmp_path: Path
) -> None:
    deep = b'{"choices": ' + b"[" * 5000 + b"]" * 5000 + b"}"
    ran = run_against(toolspec, spec_file, scripted(Scripted(body=deep)))
    assert ran.code == 3
    assert records(tmp_path / "out")[0]["events"][1]["body"] == deep.decode()


def test_several_specs_get_a_folder_each(
    toolspec: Toolspec, spec_file: SpecFile, tmp_path: Path
) -> None:
    first = spec_file(spec_of(name="first"), "a.yaml")
    second = spec_file(spec_of(name="second"), "b.yaml")
    ran = toolspec("run", first, second, "--out", "both")
    assert ran.code == 0
    assert sorted(each.name for each in (tmp_path / "both").iterdir()) == ["first", "second"]
    ran = toolspec("run", first, second, "--out", "both")
    assert ran.err.count("error[TS607]") == 2


def test_two_specs_of_one_name_are_not_run_into_one_folder(
    toolspec: Toolspec, spec_file: SpecFile
) -> None:
    paths = [spec_file(spec_of(), name) for name in ("a.yaml", "b.yaml")]
    ran = toolspec("run", *paths, "--out", "both")
    assert (ran.code, "two of the specs would write to `both/small`" in ran.err) == (2, True)


def test_a_spec_in_which_nothing_is_selected_is_left_out_among_others(
    toolspec: Toolspec, spec_file: SpecFile
) -> None:
    other = spec_of(name="other")
    other["cases"][0]["tags"] = ["en"]
    paths = [spec_file(spec_of(), "a.yaml"), spec_file(other, "b.yaml")]
    ran = toolspec("run", *paths, "--tag", "en")
    assert ran.code == 0
    assert ran.out.count("(until: decision)") == 1


def test_the_worst_exit_code_of_several_specs_is_taken(
    toolspec: Toolspec, spec_file: SpecFile, scripted: Servers
) -> None:
    good, bad = scripted(text("ok")), scripted(text("no"))
    paths = [
        spec_file(spec_of(name=name, target={"base_url": server.url}), f"{name}.yaml")
        for name, server in (("bad", bad), ("good", good))
    ]
    assert toolspec("run", *paths).code == 1


def test_the_reference_passes_and_a_mutant_fails(toolspec: Toolspec, spec_file: SpecFile) -> None:
    spec = spec_of()
    spec["cases"][0]["expect"] = {"call": "get_order", "args": {"order_id": "17"}}
    path = spec_file(spec)
    assert toolspec("run", path, "--target", "reference").code == 0
    ran = toolspec("run", path, "--target", "mutant:extra_argument", "--target", "reference")
    assert ran.code == 1
    assert "case_1 0 of 1" in ran.out


def test_cases_with_one_message_are_told_apart_by_the_built_in_model(
    toolspec: Toolspec, spec_file: SpecFile
) -> None:
    spec = spec_of(cases=2)
    for number, each in enumerate(spec["cases"]):
        each["user"] = "same"
        each["expect"] = {"call": "get_order", "args": {"order_id": str(number)}}
    assert toolspec("run", spec_file(spec)).code == 0


def test_an_unknown_target_is_refused(toolspec: Toolspec, spec_file: SpecFile) -> None:
    ran = toolspec("run", spec_file(spec_of()), "--target", "mutant:wrong_tol")
    assert (ran.code, "did you mean `mutant:wrong_tool`?" in ran.err) == (2, True)


def test_a_number_beyond_64_bits_is_sent_and_kept_exactly(
    toolspec: Toolspec, spec_file: SpecFile, scripted: Servers, tmp_path: Path
) -> None:
    huge = 10**30
    server = scripted(call("get_order", {"order_id": "1", "n": huge}))
    run_against(toolspec, spec_file, server)
    arguments = records(tmp_path / "out")[0]["events"][2]["calls"][0]["arguments"]
    assert arguments["n"] == huge


def test_the_journal_holds_settings_as_sent(
    toolspec: Toolspec, spec_file: SpecFile, scripted: Servers, tmp_path: Path
) -> None:
    settings = {"temperature": 0, "max_output_tokens": 50, "seed": 7}
    run_against(toolspec, spec_file, scripted(text("ok")), run=settings)
    (record,) = records(tmp_path / "out")
    sent = json.loads(json.dumps(record["request_settings"]))
    assert sent == {"model": "m", "temperature": 0, "max_tokens": 50, "seed": 7}
    assert record["model_returned"] == "scripted-1"


def test_a_server_without_encryption_is_told(
    toolspec: Toolspec, spec_file: SpecFile, scripted: Servers
) -> None:
    url = scripted(text("ok")).url.replace("http:", "https:")
    ran = toolspec("run", spec_file(spec_of(target={"base_url": url})))
    assert ran.code == 3
    assert "tls: no secure connection: " in ran.out


def test_certificates_of_ones_own_are_read(
    toolspec: Toolspec, spec_file: SpecFile, scripted: Servers
) -> None:
    url = scripted(text("ok")).url.replace("http:", "https:")
    path = spec_file(spec_of(target={"base_url": url}))
    assert toolspec("run", path, SSL_CERT_FILE=certifi.where()).code == 3
    ran = toolspec("run", path, SSL_CERT_FILE="absent.pem")
    assert (ran.code, "error[TS617]" in ran.err) == (2, True)


def test_an_answer_without_end_is_cut_off(
    toolspec: Toolspec, spec_file: SpecFile, scripted: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("toolspec.runner.transport.BODY_LIMIT", 1000)
    ran = run_against(toolspec, spec_file, scripted(text("ok" * 1000)))
    assert ran.code == 3
    assert "response_too_large: the answer is larger than 1,000 bytes" in ran.out


def test_a_run_into_this_folder_is_named_for_it(toolspec: Toolspec, spec_file: SpecFile) -> None:
    path = spec_file(spec_of())
    assert toolspec("run", path, "--out", ".").code == 0
    assert summary(path.parent)["run_id"] == path.parent.name


def test_an_option_out_of_range_is_refused(toolspec: Toolspec, spec_file: SpecFile) -> None:
    ran = toolspec("run", spec_file(spec_of()), "--parallelism", 0)
    assert (ran.code, "Traceback" in ran.err) == (2, False)
