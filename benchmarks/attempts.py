"""`toolspec run` on N cases against a loopback model, beside a bare loop and the wave limit."""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from large_spec import large_spec
from measured import CHECKOUT, medians, run


@contextmanager
def loopback_model(latency_ms: float) -> Iterator[str]:
    """The URL of a model that runs as long as the block."""
    command = [
        sys.executable,
        f"{CHECKOUT}/benchmarks/loopback_model.py",
        "--latency-ms",
        str(latency_ms),
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield f"http://127.0.0.1:{process.stdout.readline().strip()}/v1"
    finally:
        process.terminate()
        process.wait()


def measure(url: str, count: int, parallelism: int, latency_ms: float, rounds: int) -> None:
    """Print one row."""
    ours, floor, latencies = [], [], []
    with tempfile.TemporaryDirectory() as folder:
        spec = Path(folder, "bench.yaml")
        spec.write_text(large_spec(count, parallelism=parallelism, base_url=url), encoding="utf-8")
        for each in range(rounds):
            out = Path(folder, f"run{each}")
            ours.append(run(sys.executable, "-m", "toolspec", "run", str(spec), "--out", str(out)))
            if ours[-1].exit_code != 0:
                sys.exit(ours[-1].output)
            summary = json.loads((out / "summary.json").read_text(encoding="utf-8"))
            metrics = summary["targets"]["loopback"]["variants"]["base"]["metrics"]
            latencies.append(metrics["latency_median_ms"]["value"])
            script = f"{CHECKOUT}/benchmarks/bare_loop.py"
            floor.append(run(sys.executable, script, url, str(count), str(parallelism)))
    wall_s, cpu_s, memory_mb = medians(ours)
    floor_wall_s, floor_cpu_s, _ = medians(floor)
    limit_s = math.ceil(count / parallelism) * latency_ms / 1000
    to_limit = f"{wall_s / limit_s:5.2f}" if limit_s else "    -"
    median_ms = sorted(latencies)[len(latencies) // 2]
    print(
        f"{count:>7} {parallelism:>4} {latency_ms:>6g} "
        f"| {wall_s:6.2f} {cpu_s:6.2f} {memory_mb:6.1f} {median_ms:7.1f} "
        f"| {wall_s / floor_wall_s:6.2f} {cpu_s / floor_cpu_s:6.2f} {to_limit}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--server", help="base URL of a model that is already running")
    parser.add_argument("--latency-ms", type=float, default=100)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument(
        "--sizes", default="50:8,1000:32,5000:128", help="attempts:parallelism, comma separated"
    )
    options = parser.parse_args()
    print("attempts  par  ms/req | wall s  cpu s     MB  med ms | x bare wall, cpu; x wave limit")
    sizes = [tuple(map(int, each.split(":"))) for each in options.sizes.split(",")]
    if options.server:
        for count, parallelism in sizes:
            measure(options.server, count, parallelism, options.latency_ms, options.rounds)
        return
    with loopback_model(options.latency_ms) as url:
        for count, parallelism in sizes:
            measure(url, count, parallelism, options.latency_ms, options.rounds)


if __name__ == "__main__":
    main()
