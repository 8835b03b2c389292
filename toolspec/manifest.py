"""`manifest.json`: everything needed to repeat a run and to score it again. Holds no secrets."""

from __future__ import annotations

import platform
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib.metadata import version

from toolspec import __version__
from toolspec.compiler.environment import variables_of
from toolspec.jsontypes import Json, JsonObject
from toolspec.loading import Loaded
from toolspec.plan import Plan, catalogue_hash, prompt_hash
from toolspec.spec import Target, ToolMode
from toolspec.urls import public_url

MANIFEST_VERSION = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """What the command line narrowed or changed; empty tuples and null mean: as the spec says.

    `adapter` and `tool_mode` say how the built-in models are spoken to.
    """

    cases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    repetitions: int | None = None
    parallelism: int | None = None
    adapter: str | None = None
    tool_mode: ToolMode | None = None


def make_manifest(
    run_id: str,
    started: str,
    loaded: Loaded,
    plan: Plan,
    selection: Selection,
    environment: Mapping[str, str],
) -> JsonObject:
    """Describe a run before its first request. `started` is an RFC 3339 time."""
    spec = plan.spec
    return {
        "manifest_version": MANIFEST_VERSION,
        "run_id": run_id,
        "started": started,
        "toolspec": __version__,
        "spec": _spec(loaded),
        "selection": asdict(selection),
        "environment": {
            name: _public(environment.get(name, "")) for name in variables_of(loaded.spec.targets)
        },
        "hashes": {
            "prompt": prompt_hash(spec),
            "catalogue": catalogue_hash(spec),
        },
        "prompt": {"id": spec.prompt.id, "version": spec.prompt.version},
        "targets": [_target(each) for each in plan.targets],
        "run": asdict(spec.run),
        "planned": plan.size,
        "interrupted": False,
        "python": sys.version.split()[0],
        "platform": platform.platform(terse=True),
        "libraries": {name: version(name) for name in ("aiohttp", "httpx", "jsonschema", "regex")},
    }


def _spec(loaded: Loaded) -> JsonObject:
    return {
        "path": loaded.document.file,
        "name": loaded.spec.name,
        "version": loaded.spec.version,
        "owner": loaded.spec.owner,
        "sha256": loaded.sha256,
        "text": loaded.document.text,
        "files": loaded.files,
    }


def _target(target: Target) -> JsonObject:
    return {
        "name": target.name,
        "adapter": target.adapter,
        "tool_mode": target.tool_mode,
        "model": target.model,
        "base_url": None if target.base_url is None else public_url(target.base_url),
        "key_env": target.key_env,
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """What a manifest says that scoring needs. `environment` holds the variables of the targets."""

    run_id: str
    path: str
    text: str
    files: dict[str, str]
    selection: Selection
    environment: dict[str, str]
    is_interrupted: bool


def recorded_in(manifest: Json) -> Recorded | None:
    """Read a manifest; null when it is not one of this version."""
    try:
        if manifest["manifest_version"] != MANIFEST_VERSION:
            return None
        spec = manifest["spec"]
        return Recorded(
            run_id=manifest["run_id"],
            path=spec["path"],
            text=spec["text"],
            files=dict(spec["files"]),
            selection=_selection(manifest["selection"]),
            environment=dict(manifest["environment"]),
            is_interrupted=manifest["interrupted"],
        )
    except (KeyError, TypeError, ValueError):
        return None


def _selection(recorded: JsonObject) -> Selection:
    return Selection(
        cases=tuple(recorded["cases"]),
        tags=tuple(recorded["tags"]),
        targets=tuple(recorded["targets"]),
        repetitions=recorded["repetitions"],
        parallelism=recorded["parallelism"],
        adapter=recorded["adapter"],
        tool_mode=recorded["tool_mode"],
    )


def _public(value: str) -> str:
    return public_url(value) if "://" in value else value
