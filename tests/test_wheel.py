"""What is installed: three packages, their data, and the command; nothing else at top level."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=CHECKOUT, check=True, capture_output=True)
    return zipfile.ZipFile(next(folder.glob("toolspec_eval-*.whl")))


def test_the_wheel_holds_three_packages_and_nothing_else_at_top_level(
    wheel: zipfile.ZipFile,
) -> None:
    top = {each.split("/")[0] for each in wheel.namelist() if ".dist-info/" not in each}
    assert top == {"toolspec", "toolspec_adapters", "toolspec_reports"}


@pytest.mark.parametrize(
    "name",
    [
        "toolspec/py.typed",
        "toolspec/codes/TS202.md",
        "toolspec/language/toolspec.schema.json",
        "toolspec_reports/decision.md.j2",
        "toolspec_adapters/openai_chat/__init__.py",
    ],
)
def test_the_wheel_holds_the_data_that_the_product_reads(wheel: zipfile.ZipFile, name: str) -> None:
    assert name in wheel.namelist()


def test_the_wheel_has_the_distribution_name_that_is_ours(wheel: zipfile.ZipFile) -> None:
    metadata = next(each for each in wheel.namelist() if each.endswith("METADATA"))
    assert "\nName: toolspec-eval\n" in wheel.read(metadata).decode()
