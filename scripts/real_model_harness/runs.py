"""The runs: each wire format that llama.cpp speaks, in each tool mode."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import click

from toolspec.diagnostics import Diagnostics
from toolspec.reading import read_file
from toolspec.wire_formats import WIRE_FORMATS

ADAPTERS = ("openai_chat", "anthropic", "openai_responses")

# What only a slow machine and a single slot ask for.
_SETTINGS = {"parallelism": 1, "timeout": "5m", "retry": {"attempts": 1}}

# Passed, failed, too little measured: a decision each.
_DECIDED = (0, 1, 3)


@dataclass(frozen=True, slots=True)
class Route:
    """One way to the model."""

    adapter: str
    mode: str

    @property
    def target(self) -> str:
        """Its name as a target of the spec, and as a run folder."""
        return f"{self.adapter}.{self.mode}"


class RunFailed(Exception):
    """A run came to no decision; the message says where to look."""


def routes(adapters: tuple[str, ...]) -> tuple[Route, ...]:
    """Each of `adapters` in each tool mode."""
    return tuple(Route(adapter, mode) for mode in ("native", "json_text") for adapter in adapters)


def write_spec(
    spec: Path, copy: Path, model: str, address: str, ways: tuple[Route, ...], repetitions: int
) -> None:
    """Write a copy of the spec whose targets are `model` at `address`, one for each way to it.

    Raises `RunFailed` when there is no spec to copy.
    """
    read = read_file(spec, Diagnostics())
    if read is None or not isinstance(read.root, dict):
        raise RunFailed(f"{spec} is not a spec")
    document = read.root
    document["targets"] = {
        each.target: {
            "adapter": each.adapter,
            "model": model,
            "base_url": address + urlsplit(WIRE_FORMATS.dialect(each.adapter).base_url).path,
            "tool_mode": each.mode,
        }
        for each in ways
    }
    document["run"] = {**(document.get("run") or {}), **_SETTINGS, "repetitions": repetitions}
    # JSON is YAML, and says the same to every reader.
    copy.write_text(json.dumps(document, ensure_ascii=False, indent=1), encoding="utf-8")


def run(spec: Path, way: Route, out: Path) -> None:
    """Run one target of the spec into `out`; raises `RunFailed` when it comes to no decision."""
    click.echo(f"running {way.target}", err=True)
    log = out.with_suffix(f"{out.suffix}.log")
    command = [sys.executable, "-m", "toolspec", "run", str(spec)]
    with log.open("wb") as said:
        ended = subprocess.run(
            [*command, "--target", way.target, "--out", str(out)],
            stdout=said,
            stderr=subprocess.STDOUT,
            check=False,
        )
    if ended.returncode not in _DECIDED:
        raise RunFailed(f"{way.target} ended with exit code {ended.returncode}, see {log}")
