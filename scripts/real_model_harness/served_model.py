"""The server as a process of its own, which ends with the one that started it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scripts.real_model_harness.preparation import Unavailable

SERVE = Path(__file__).with_name("serve.py")

_STOP_WITHIN_S = 10.0


@contextmanager
def served(command: list[str], log: Path) -> Iterator[str]:
    """Give the address of a server; raises `Unavailable` when it does not start.

    The server says its address when it is ready. It reads a pipe from this process and ends when
    the pipe does, so it is stopped by any way of leaving, and also when this process is killed.
    """
    # Threads that wait for each other without end take a busy machine from those they wait for.
    environment = {**os.environ, "OMP_WAIT_POLICY": "passive"}
    with log.open("wb") as errors:
        process = subprocess.Popen(
            command,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
    try:
        address = process.stdout.readline().strip() if process.stdout else ""
        if not address:
            raise Unavailable(f"the server did not start: {_last_line(log)}")
        yield address
    finally:
        try:
            process.communicate(timeout=_STOP_WITHIN_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()


def _last_line(log: Path) -> str:
    lines = log.read_text("utf-8", "replace").splitlines()
    return lines[-1] if lines else "it said nothing"
