"""The page of every code: its bad example gives that code alone, its good one gives none."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

import toolspec
from toolspec.diagnostics import Diagnostics
from toolspec.loading import load_file
from toolspec.pages import codes, page, page_name

SOURCE = Path(toolspec.__file__).parent
SECTIONS = ("What it checks", "Why it matters", "Example", "Instead")
SPEC = """\
toolspec: 1
name: delivery
version: "1"
prompt: {id: router, version: v1, text: Помогай с заказами.}
tools: {list_orders: {description: Показать заказы., effect: read}}
cases:
  - {id: history, tags: [smoke], user: Что я заказывал?, expect: {call: list_orders}}
"""

_BLOCK = re.compile(r"^```(yaml|sh) (bad|good)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SHOWN = re.compile(r"^(?:error|warning)\[(TS[0-9]{3})\]", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Block:
    """One example of a page."""

    code: str
    language: str
    kind: str
    text: str

    @property
    def expected(self) -> set[str]:
        """The codes that it must give."""
        return {self.code} if self.kind == "bad" else set()


@cache
def blocks() -> tuple[Block, ...]:
    return tuple(
        Block(code, *found) for code in codes() for found in _BLOCK.findall(page(code) or "")
    )


def examples(language: str) -> list[object]:
    return [
        pytest.param(each, id=f"{each.code}-{each.kind}")
        for each in blocks()
        if each.language == language
    ]


def environment() -> dict[str, str]:
    """The caller's environment with `toolspec` in its path, without proxies and certificates."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.lower().endswith("_proxy") and name != "SSL_CERT_FILE"
    }
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    return {**kept, "PATH": path, "PYTHONIOENCODING": "utf-8"}


def run_script(block: Block, folder: Path) -> tuple[int, set[str]]:
    """Run a shell example in a fresh folder; give its exit code and the codes that it showed."""
    (folder / "spec.yaml").write_text(SPEC, encoding="utf-8")
    done = subprocess.run(
        ["sh", "-c", block.text],
        cwd=folder,
        env=environment(),
        capture_output=True,
        timeout=60,
        check=False,
    )
    return done.returncode, set(_SHOWN.findall(done.stderr.decode()))


@pytest.fixture(scope="module")
def scripts(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict[Block, Future[tuple[int, set[str]]]]]:
    """The runs of the selected shell examples, several at once: they mostly start interpreters."""
    chosen = {
        item.callspec.params["block"]
        for item in request.session.items
        if isinstance(item, pytest.Function) and "scripts" in item.fixturenames
    }
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        yield {
            each: pool.submit(run_script, each, tmp_path_factory.mktemp(each.code))
            for each in blocks()
            if each in chosen
        }


@pytest.mark.parametrize("block", examples("yaml"))
def test_a_spec_gives_the_code_of_its_page_and_no_other(block: Block, tmp_path: Path) -> None:
    path = tmp_path / "spec.yaml"
    path.write_text(block.text, encoding="utf-8")
    problems = Diagnostics()
    loaded = load_file(path, problems)
    assert {each.code for each in problems} == block.expected, [each.message for each in problems]
    assert loaded is not None or block.kind == "bad"


@pytest.mark.parametrize("block", examples("sh"))
def test_a_command_gives_the_code_of_its_page_and_no_other(
    block: Block, scripts: dict[Block, Future[tuple[int, set[str]]]]
) -> None:
    exit_code, shown = scripts[block].result()
    assert shown == block.expected
    assert exit_code == 0 or block.kind == "bad"


@pytest.mark.parametrize("code", codes())
def test_a_page_has_a_name_and_four_sections_in_order(code: str) -> None:
    lines = (page(code) or "").splitlines()
    assert re.fullmatch(rf"# {code} · [a-z]+(-[a-z]+)*", lines[0])
    assert tuple(each.removeprefix("## ") for each in lines if each.startswith("## ")) == SECTIONS


@pytest.mark.parametrize("code", codes())
def test_a_page_has_one_bad_and_one_good_example_of_one_language(code: str) -> None:
    own = [each for each in blocks() if each.code == code]
    assert [each.kind for each in own] == ["bad", "good"]
    assert own[0].language == own[1].language


def test_every_code_of_the_source_has_a_page_and_every_page_a_code() -> None:
    written = (
        each.read_text(encoding="utf-8")
        for each in SOURCE.rglob("*")
        if each.suffix in (".py", ".json")
    )
    assert set(codes()) == {
        code for text in written for code in re.findall(r'"(TS[0-9]{3})"', text)
    }


def test_no_two_codes_have_the_same_name() -> None:
    names = [page_name(each) for each in codes()]
    assert len(set(names)) == len(names)
