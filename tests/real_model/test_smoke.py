"""Real weights behind a real llama.cpp server, through every wire format that it speaks.

The weights are a base model of 250 MB, which has no template for tools and never calls one: what is
seen here is that the server takes each payload, and that each reply is decoded, graded and gated.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from scripts.real_model_harness.__main__ import UNAVAILABLE
from scripts.real_model_harness.runs import ADAPTERS, routes
from tests.real_model.tables import table_cells

CHECKOUT = Path(__file__).resolve().parents[2]
SPEC = Path(__file__).with_name("smoke.yaml")

PREPARE_WITHIN_S = 90
ALL_WITHIN_S = 180


def test_a_real_model_is_measured_through_every_wire_format(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "scripts.real_model_harness",
        str(SPEC),
        "--out",
        str(tmp_path),
    ]
    # One thread, because other tests run beside this one.
    options = ["--model", "gemma", "--threads", "1", "--prepare-within", str(PREPARE_WITHIN_S)]
    ended = subprocess.run(
        [*command, *options],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        timeout=ALL_WITHIN_S,
        check=False,
    )
    if ended.returncode == UNAVAILABLE:
        pytest.skip(ended.stderr.strip().splitlines()[-1])
    assert ended.returncode == 0, ended.stderr
    cells = table_cells(ended.stdout)
    ways = routes(ADAPTERS)
    assert cells[""] == [f"{each.adapter} {each.mode}" for each in ways]
    assert cells["attempts"] == ["2/2" for _ in ways]
    assert cells["transport_errors"] == ["0.000 (0/2)" for _ in ways]
    assert cells["**gate**"] == ["**failed**" for _ in ways]
