from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.commands import Servers, SpecFile, Toolspec
from tests.scripted_server import text
from tests.small_spec import spec_of
from toolspec.manifest import Selection, recorded_in


@pytest.fixture
def manifest(toolspec: Toolspec, spec_file: SpecFile, scripted: Servers, tmp_path: Path) -> Any:
    spec = spec_of(cases=2, target={"base_url": "${MY_URL}", "key_env": "MY_KEY"})
    url = scripted(text("ok")).url.replace("//", "//user:CANARY-1@") + "?key=CANARY-2"
    arguments = ("--out", "out", "--case", "case_1", "--repetitions", 2)
    ran = toolspec("run", spec_file(spec), *arguments, MY_URL=url, MY_KEY="CANARY-3")
    assert ran.code == 0
    return json.loads((tmp_path / "out" / "manifest.json").read_bytes())


def test_a_manifest_holds_what_repeats_the_run(
    manifest: Any, spec_file: SpecFile, tmp_path: Path
) -> None:
    assert manifest["spec"]["text"] == (tmp_path / "small.yaml").read_text(encoding="utf-8")
    assert manifest["selection"]["cases"] == ["case_1"]
    assert (manifest["planned"], manifest["interrupted"]) == (2, False)
    assert manifest["run"]["parallelism"] == 2
    assert set(manifest["hashes"]) == {"prompt", "catalogue"}
    assert manifest["targets"][0]["key_env"] == "MY_KEY"
    assert set(manifest["libraries"]) == {"aiohttp", "httpx", "jsonschema", "regex"}


def test_a_manifest_holds_no_secret(manifest: Any) -> None:
    assert "CANARY" not in json.dumps(manifest)
    assert manifest["environment"]["MY_URL"] == manifest["targets"][0]["base_url"]
    assert manifest["targets"][0]["base_url"].startswith("http://127.0.0.1:")


def test_what_scoring_needs_is_read_back(manifest: Any) -> None:
    recorded = recorded_in(manifest)
    assert recorded is not None
    assert recorded.selection == Selection(cases=("case_1",), repetitions=2)
    assert recorded.run_id == "out"
    assert recorded.environment == manifest["environment"]


@pytest.mark.parametrize(
    "field", ["manifest_version", "spec", "selection", "environment", "run_id"]
)
def test_a_manifest_without_a_field_is_none(field: Any, manifest: Any) -> None:
    del manifest[field]
    assert recorded_in(manifest) is None


@pytest.mark.parametrize("odd", [None, [], "text", {"manifest_version": 1, "spec": []}])
def test_an_odd_document_is_no_manifest(odd: Any) -> None:
    assert recorded_in(odd) is None
