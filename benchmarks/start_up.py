"""How long short commands take, beside a Python that only imports click."""

from __future__ import annotations

import sys

from measured import medians, run

_ROUNDS = 9


def main() -> None:
    commands = {
        "python -c 'import click'": ("-c", "import click"),
        "toolspec --version": ("-m", "toolspec", "--version"),
        "toolspec check specs/delivery.yaml": ("-m", "toolspec", "check", "specs/delivery.yaml"),
    }
    floor_s = 0.0
    for name, arguments in commands.items():
        wall_s, _, memory_mb = medians([run(sys.executable, *arguments) for _ in range(_ROUNDS)])
        floor_s = floor_s or wall_s
        print(f"{name:<36} {wall_s:6.3f} s {memory_mb:6.1f} MB  {wall_s / floor_s:5.2f} x")


if __name__ == "__main__":
    main()
