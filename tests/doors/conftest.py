from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.commands import Start

SPECS = Path(__file__).resolve().parents[2] / "specs"


@dataclass(frozen=True)
class Served:
    """A world that listens, and where it will leave what was done."""

    url: str
    folder: Path
    running: Any

    def wait(self) -> int:
        """The exit code, once the command has ended by itself."""
        code: int = self.running.wait(20)
        return code


@pytest.fixture
def world(start: Start, tmp_path: Path) -> Callable[..., Served]:
    """`toolspec world` as a process of its own."""

    def serve(
        door: str, case: str, spec: Path = SPECS / "flights.yaml", out: str = "out"
    ) -> Served:
        running = start("world", spec, "--case", case, f"--{door}", "--out", out)
        url = running.stdout.readline().decode().strip()
        assert url.startswith("http://127.0.0.1:"), running.stderr.read().decode()
        return Served(url, tmp_path / out, running)

    return serve
