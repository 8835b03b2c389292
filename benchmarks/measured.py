"""Running a command as a whole process: wall seconds, CPU seconds, peak memory in MB, output."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

CHECKOUT = str(Path(__file__).resolve().parents[1])


@dataclass(frozen=True)
class Run:
    wall_s: float
    cpu_s: float
    memory_mb: float
    exit_code: int
    output: str


def run(*command: str) -> Run:
    """Run one command to its end."""
    with tempfile.TemporaryFile("w+") as output:
        started = time.perf_counter()
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT, cwd=CHECKOUT)
        _, status, usage = os.wait4(process.pid, 0)
        wall_s = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        # macOS counts in bytes, Linux in kilobytes.
        unit = 1024 * 1024 if sys.platform == "darwin" else 1024
        return Run(
            wall_s,
            usage.ru_utime + usage.ru_stime,
            usage.ru_maxrss / unit,
            process.returncode,
            output.read(),
        )


def medians(runs: list[Run]) -> tuple[float, float, float]:
    """Median wall, CPU and memory of several runs."""
    return (
        median(each.wall_s for each in runs),
        median(each.cpu_s for each in runs),
        median(each.memory_mb for each in runs),
    )
