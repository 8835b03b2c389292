"""The stages chained: plan → run → score, and score again from a run folder. Nothing here prints."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from pathlib import Path

import orjson

from toolspec.catalog import Catalog
from toolspec.compiler import expand
from toolspec.compiler.environment import resolve_targets
from toolspec.compiler.select import select_cases, select_targets
from toolspec.diagnostics import Diagnostic, Diagnostics
from toolspec.jsontypes import JsonObject
from toolspec.loading import ADAPTERS, Loaded, load_file, load_text
from toolspec.manifest import MANIFEST_VERSION, Selection, make_manifest, selection_of
from toolspec.models import MUTANTS
from toolspec.plan import Plan
from toolspec.provider import Adapter
from toolspec.report import Report
from toolspec.results import Verdict
from toolspec.runner.journal import MANIFEST, Journal, read_attempts
from toolspec.runner.redaction import Redactor
from toolspec.scoring import Scorer
from toolspec.spec import Target
from toolspec.trace import Trace
from toolspec.urls import secrets_in

REPORTS = Catalog("report", "toolspec_reports")

OnTrace = Callable[[Trace, Verdict | None], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRequest:
    """One run: what, where to, and as whom. `started` is an RFC 3339 time."""

    loaded: Loaded
    plan: Plan
    selection: Selection
    folder: Path
    run_id: str
    started: str
    environment: Mapping[str, str]


def make_plan(loaded: Loaded, selection: Selection, environment: Mapping[str, str], problems: Diagnostics, *, needs_keys: bool) -> Plan | None:
    """Narrow a spec to what is asked for and resolve its targets; null when there are errors."""
    spec = loaded.spec
    run = spec.run
    if selection.repetitions is not None:
        run = replace(run, repetitions=selection.repetitions)
    if selection.parallelism is not None:
        run = replace(run, parallelism=selection.parallelism)
    cases = select_cases(spec, selection.cases, selection.tags, problems)
    targets = select_targets(spec, selection.targets, MUTANTS.names, problems)
    resolved = resolve_targets(targets, environment, loaded.document, problems, needs_keys=needs_keys)
    if problems.errors:
        return None
    return Plan(spec=replace(spec, run=run), cases=cases, targets=resolved)


async def run(request: RunRequest, *, on_trace: OnTrace, stop: asyncio.Event) -> Report:
    """Make the attempts of a plan, keep each as it finishes, and score them.

    Raises `SpecError` when the folder is in use, `JournalError` when a record cannot be written.
    When `stop` is set, attempts in flight end, the rest is not run, and the gate is not judged.
    """
    from toolspec.runner.execute import execute

    plan = request.plan
    redact = redactor(plan.targets, request.environment)
    scorer = Scorer(plan)
    journal = Journal(request.folder, redact)
    try:
        journal.write_manifest(
            make_manifest(request.run_id, request.started, request.loaded, plan, request.selection, request.environment)
        )
        async with AsyncExitStack() as stack:
            endpoints = await _open_endpoints(request, stack)
            await execute(
                expand.attempts(plan),
                spec_name=plan.spec.name,
                endpoints=endpoints,
                retry=plan.spec.run.retry,
                parallelism=min(plan.spec.run.parallelism, plan.size),
                journal=journal,
                on_trace=lambda trace: on_trace(trace, scorer.add(trace)),
                stop=stop,
            )
    finally:
        journal.close()
    report = scorer.finish(request.run_id, is_interrupted=stop.is_set())
    write_reports(report, request.folder)
    return report


async def _open_endpoints(request: RunRequest, stack: AsyncExitStack) -> dict[str, object]:
    from toolspec.models.server import SimulatedModel, serve
    from toolspec.runner.execute import Endpoint
    from toolspec.runner.proxies import proxy_for
    from toolspec.runner.transport import Transport

    simulated_url: str | None = None
    endpoints: dict[str, object] = {}
    for target in request.plan.targets:
        adapter: Adapter = ADAPTERS.load(target.adapter)  # type: ignore[assignment]
        base_url = target.base_url or adapter.DEFAULT_BASE_URL
        if target.is_simulated:
            if simulated_url is None:
                simulated_url = await stack.enter_async_context(serve(SimulatedModel(request.plan.spec)))
            base_url = simulated_url
        key = request.environment.get(target.key_env or "", "").strip()
        transport = await stack.enter_async_context(
            Transport(timeout_s=request.plan.spec.run.timeout_s, proxy=proxy_for(base_url, request.environment))
        )
        endpoints[target.name] = Endpoint(
            adapter=adapter,
            base_url=base_url,
            headers=adapter.authorize(key) if key else {},
            transport=transport,
            is_simulated=target.is_simulated,
        )
    return endpoints


def redactor(targets: tuple[Target, ...], environment: Mapping[str, str]) -> Redactor:
    """Everything that is secret in a run: the keys, and what addresses and proxies carry."""
    secrets = [environment.get(each.key_env or "", "").strip() for each in targets]
    for each in targets:
        secrets += secrets_in(each.base_url or "")
    for name, value in environment.items():
        if name.lower().endswith("_proxy"):
            secrets += secrets_in(value)
    return Redactor(secrets)


def score(folder: Path, spec_path: Path | None, environment: Mapping[str, str], problems: Diagnostics) -> Report | None:
    """Score a run folder again, by its recorded spec or by another; no network. Null on errors."""
    manifest = read_manifest(folder, problems)
    if manifest is None:
        return None
    recorded = manifest["spec"]
    if spec_path is None:
        loaded = load_text(recorded["path"], recorded["text"], recorded["files"], problems)
    else:
        loaded = load_file(spec_path, problems)
    if loaded is None:
        return None
    selection = _still_there(selection_of(manifest), loaded)
    plan = make_plan(loaded, selection, {**environment, **manifest["environment"]}, problems, needs_keys=False)
    if plan is None:
        return None
    scorer = Scorer(plan)
    for trace in read_attempts(folder, problems):
        scorer.add(trace)
    if problems.errors:
        return None
    return scorer.finish(manifest["run_id"])


def _still_there(selection: Selection, loaded: Loaded) -> Selection:
    """The recorded selection, without cases and tags that a later spec no longer has."""
    ids = {each.id for each in loaded.spec.cases}
    tags = {tag for each in loaded.spec.cases for tag in each.tags}
    return replace(
        selection,
        cases=tuple(each for each in selection.cases if each in ids),
        tags=tuple(each for each in selection.tags if each in tags),
    )


def read_manifest(folder: Path, problems: Diagnostics) -> JsonObject | None:
    """Read a run's manifest; null when the folder holds no run of this version."""
    path = folder / MANIFEST
    try:
        manifest = orjson.loads(path.read_bytes())
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        problems.add(Diagnostic("TS611", f"`{folder}` is not a run folder: {MANIFEST}: {reason}"))
        return None
    except ValueError:
        problems.add(Diagnostic("TS611", f"`{path}` is not JSON"))
        return None
    if not isinstance(manifest, dict) or manifest.get("manifest_version") != MANIFEST_VERSION:
        problems.add(Diagnostic("TS611", f"`{path}` is not a manifest of version {MANIFEST_VERSION}"))
        return None
    return manifest


def write_reports(report: Report, folder: Path) -> None:
    """Write every report that belongs in a run folder; each is replaced as a whole."""
    for name in REPORTS.names:
        module = REPORTS.load(name)
        file_name = getattr(module, "FILE_NAME", None)
        if file_name is not None:
            path = folder / file_name
            draft = path.with_name(path.name + ".part")
            draft.write_text(module.render(report), encoding="utf-8", newline="")
            draft.replace(path)

