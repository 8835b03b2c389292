"""`toolspec compile` of one large spec for several adapters, beside writing the same files."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from large_spec import large_spec
from measured import medians, run

_ADAPTERS = ("openai_chat", "openai_responses", "anthropic", "gemini")

# Writes the files of a folder once more, with the same number of bytes, and makes none of them.
_WRITING = """
import pathlib, sys
source, out = map(pathlib.Path, sys.argv[1:])
for path in source.rglob("*.json"):
    copy = out / path.relative_to(source)
    copy.parent.mkdir(parents=True, exist_ok=True)
    copy.write_bytes(bytes(path.stat().st_size))
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--adapters", nargs="+", default=_ADAPTERS)
    options = parser.parse_args()
    ours, floor = [], []
    for _ in range(options.rounds):
        with tempfile.TemporaryDirectory() as folder:
            spec, out = Path(folder, "bench.yaml"), Path(folder, "out")
            spec.write_text(large_spec(options.cases, adapters=options.adapters), encoding="utf-8")
            command = ("compile", str(spec), "--out", str(out))
            ours.append(run(sys.executable, "-m", "toolspec", *command))
            if ours[-1].exit_code:
                sys.exit(ours[-1].output)
            floor.append(run(sys.executable, "-c", _WRITING, str(out), str(Path(folder, "floor"))))
    wall_s, cpu_s, memory_mb = medians(ours)
    floor_s, _, _ = medians(floor)
    payloads = options.cases * len(options.adapters)
    print(
        f"{options.cases} cases x {len(options.adapters)} adapters: wall {wall_s:.1f} s, "
        f"cpu {cpu_s:.1f} s, peak {memory_mb:.0f} MB; {payloads / wall_s:.0f} payloads/s, "
        f"{wall_s / floor_s:.1f} x writing the files alone ({floor_s:.1f} s)"
    )


if __name__ == "__main__":
    main()
