"""`toolspec check` on a large spec, beside libyaml's event stream over the same file."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from large_spec import large_spec
from measured import medians, run

_EVENTS = """
import sys, yaml
for _ in yaml.parse(open(sys.argv[1], encoding="utf-8"), Loader=yaml.CSafeLoader): pass
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        spec = Path(folder, "bench.yaml")
        spec.write_text(large_spec(options.cases), encoding="utf-8")
        size_mb = spec.stat().st_size / 1e6
        ours, floor = [], []
        for _ in range(options.rounds):
            ours.append(run(sys.executable, "-m", "toolspec", "check", str(spec)))
            floor.append(run(sys.executable, "-c", _EVENTS, str(spec)))
    wall_s, cpu_s, memory_mb = medians(ours)
    floor_s, _, _ = medians(floor)
    print(
        f"{options.cases} cases, {size_mb:.2f} MB: wall {wall_s:.2f} s, cpu {cpu_s:.2f} s, "
        f"{memory_mb:.0f} MB; {wall_s / floor_s:.2f} x events alone"
    )


if __name__ == "__main__":
    main()
