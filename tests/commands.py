"""The command line as a test calls it, and the types of the fixtures that call it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from tests.scripted_server import ScriptedServer


@dataclass(frozen=True)
class Ran:
    """How a command ended and what it printed."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


Toolspec: TypeAlias = Callable[..., Ran]
Process: TypeAlias = Callable[..., subprocess.CompletedProcess[bytes]]
Start: TypeAlias = Callable[..., Any]
SpecFile: TypeAlias = Callable[..., Path]
Servers: TypeAlias = Callable[..., ScriptedServer]


def clean_environment(**more: str) -> dict[str, str]:
    kept = {name: each for name, each in os.environ.items() if not name.lower().endswith("_proxy")}
    return {**kept, **more}


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "toolspec", *map(str, arguments)]
