"""The parts of `scripts/real_model` that need no model."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from urllib.request import urlopen

import pytest

from scripts.real_model_harness.models import GEMMA
from scripts.real_model_harness.preparation import Unavailable, prepare
from scripts.real_model_harness.served_model import served
from scripts.real_model_harness.table import markdown
from tests.commands import SpecFile, Toolspec
from tests.real_model.tables import table_cells
from tests.small_spec import spec_of

# A server with the manners of `serve.py`: its address first, and its end when the input ends.
SERVER = """
import http.server, sys, threading
server = http.server.HTTPServer(("127.0.0.1", 0), http.server.BaseHTTPRequestHandler)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(f"http://127.0.0.1:{server.server_port}", flush=True)
sys.stdin.read()
"""


def test_the_server_is_stopped_when_it_is_left_by_an_error(tmp_path: Path) -> None:
    addresses = []
    with (
        pytest.raises(KeyboardInterrupt),
        served([sys.executable, "-c", SERVER], tmp_path / "log") as address,
    ):
        addresses.append(address)
        raise KeyboardInterrupt
    with pytest.raises(OSError, match="refused"):
        urlopen(addresses[0])


def test_a_server_that_does_not_start_is_unavailable(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "raise SystemExit('no such file of weights')"]
    with pytest.raises(Unavailable, match="no such file"), served(command, tmp_path / "log"):
        pass


def test_preparing_gives_up_in_time(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match="longer than allowed"):
        prepare(tmp_path, GEMMA, time.monotonic())


def test_the_table_puts_runs_side_by_side(
    toolspec: Toolspec, tmp_path: Path, spec_file: SpecFile
) -> None:
    document = spec_of()
    expect = {"call": "get_order", "args": {"order_id": "A-1"}}
    document["cases"] = [{"id": "one", "user": "Где A-1?", "expect": expect}]
    targets = ("reference", "mutant:extra_argument")
    for target in targets:
        toolspec("run", spec_file(document), "--target", target, "--out", tmp_path / target)
    cells = table_cells(markdown(tmp_path, targets))
    assert cells[""] == ["reference", "mutant:extra_argument"]
    assert cells["attempts"] == ["1/1", "1/1"]
    assert cells["decision_accuracy"] == ["1.000 (1/1)", "1.000 (1/1)"]
    assert cells["raw_schema_validity"] == ["1.000 (1/1)", "0.000 (0/1)"]
    assert cells["attempts with `extra_argument`"] == ["0/1", "1/1"]
    assert cells["**gate**"] == ["**passed**", "**failed**"]
