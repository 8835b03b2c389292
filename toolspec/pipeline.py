"""The stages chained: plan → run → score, and score again from a run folder. Prints nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import orjson

from toolspec import scoring
from toolspec.catalog import Catalog
from toolspec.compiler import expand
from toolspec.compiler.environment import resolve_targets
from toolspec.compiler.select import is_external, select_cases, select_targets
from toolspec.diagnostics import Diagnostic, Diagnostics, ToolspecError
from toolspec.jsontypes import JsonObject
from toolspec.loading import Loaded, load_file, load_text
from toolspec.manifest import (
    MANIFEST_VERSION,
    Recorded,
    Selection,
    make_manifest,
    recorded_in,
)
from toolspec.models import MUTANTS
from toolspec.plan import Plan
from toolspec.report import Report
from toolspec.results import Verdict
from toolspec.runner.journal import MANIFEST, Journal, read_attempts
from toolspec.runner.preflight import check_connections
from toolspec.runner.redaction import Redactor
from toolspec.runner.secrets import secrets_of
from toolspec.trace import Trace

if TYPE_CHECKING:
    from toolspec.world import Hook

REPORTS = Catalog("report", "toolspec_reports")


class ReportError(ToolspecError):
    """A report could not be written (a full disk); the journal is whole. Exit code 3."""

    def __init__(self, path: Path, error: OSError) -> None:
        reason = (error.strerror or str(error)).lower()
        super().__init__(f"`{path}` could not be written ({reason}); every attempt is saved")


OnTrace = Callable[[Trace, Verdict | None], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRequest:
    """One run: what, where to, and as whom. `started` is an RFC 3339 time.

    `hooks` are the Python functions that answer for tools, where the user allows them.
    """

    loaded: Loaded
    plan: Plan
    selection: Selection
    folder: Path
    run_id: str
    started: str
    environment: Mapping[str, str]
    hooks: Mapping[str, Hook] = field(default_factory=dict)


def make_plan(
    loaded: Loaded,
    selection: Selection,
    environment: Mapping[str, str],
    problems: Diagnostics,
    *,
    needs_keys: bool,
    hooks: Mapping[str, Hook] | None = None,
) -> Plan | None:
    """Narrow a spec to what is asked for and resolve its targets; null when there are errors.

    With `needs_keys`, for a plan that is to be sent, keys and addresses must be fit for use, and
    the payloads must carry the contract as far as the spec asks.
    """
    spec = loaded.spec
    run = spec.run
    if selection.repetitions is not None:
        run = replace(run, repetitions=selection.repetitions)
    if selection.parallelism is not None:
        run = replace(run, parallelism=selection.parallelism)
    cases = select_cases(spec, selection.cases, selection.tags, problems)
    targets = select_targets(
        spec,
        selection.targets,
        MUTANTS.names,
        problems,
        adapter=selection.adapter,
        tool_mode=selection.tool_mode,
        # A run sends, and there is nobody outside to send to.
        allows_external=not needs_keys,
    )
    resolved = resolve_targets(
        targets, environment, loaded.document, problems, needs_keys=needs_keys
    )
    if needs_keys:
        check_connections(resolved, environment, loaded.document, problems)
    if problems.errors:
        return None
    context = spec.context
    if context is not None and any(is_external(each) for each in resolved):
        # An agent comes in once; the levels are for who is sent a whole context.
        context = replace(context, blocks=())
    plan = Plan(spec=replace(spec, run=run, context=context), cases=cases, targets=resolved)
    if needs_keys:
        # The proof is loaded by no command that sends nothing.
        from toolspec.proof import prove, report_breaches
        from toolspec.rehearsal import rehearse

        report_breaches(prove(plan), spec, loaded.document, problems)
        rehearse(spec, cases, loaded.document, problems, hooks)
    return None if problems.errors else plan


async def run(request: RunRequest, *, on_trace: OnTrace, stop: asyncio.Event) -> Report:
    """Make the attempts of a plan, keep each as it finishes, and score them.

    Raises `SpecError` when the folder is in use, `JournalError` when a record cannot be written.
    When `stop` is set, attempts in flight end, the rest is not run, and the gate is not judged.
    """
    scorer = scoring.Scorer(request.plan)
    redactor = _redactor(request)
    journal = Journal(request.folder, redactor)
    manifest = _manifest(request)
    try:
        journal.write_manifest(manifest)
        await _execute(request, scorer, journal, redactor, on_trace, stop)
        if stop.is_set():
            journal.write_manifest({**manifest, "interrupted": True})
    finally:
        journal.close()
    report = scorer.finish(request.run_id, is_interrupted=stop.is_set())
    write_reports(report, request.folder)
    return report


@contextmanager
def recording(request: RunRequest) -> Iterator[Callable[[Trace], object]]:
    """Make the run folder of one attempt that is made elsewhere; gives what keeps it.

    Raises `SpecError` when the folder is in use, `JournalError` when a record cannot be written.
    """
    journal = Journal(request.folder, _redactor(request))
    try:
        journal.write_manifest(_manifest(request))
        yield journal.append
    finally:
        journal.close()


def _manifest(request: RunRequest) -> JsonObject:
    return make_manifest(
        request.run_id,
        request.started,
        request.loaded,
        request.plan,
        request.selection,
        request.environment,
    )


async def _execute(
    request: RunRequest,
    scorer: scoring.Scorer,
    journal: Journal,
    redactor: Redactor,
    on_trace: OnTrace,
    stop: asyncio.Event,
) -> None:
    # The network's libraries are loaded by no other command.
    from toolspec.runner.endpoints import open_endpoints
    from toolspec.runner.execute import execute

    plan = request.plan
    async with open_endpoints(plan, request.environment, redactor.add, request.hooks) as endpoints:
        await execute(
            expand.attempts(plan),
            spec=plan.spec,
            hooks=request.hooks,
            endpoints=endpoints,
            retry=plan.spec.run.retry,
            parallelism=min(plan.spec.run.parallelism, plan.size),
            journal=journal,
            on_trace=lambda trace: on_trace(trace, scorer.add(trace)),
            stop=stop,
        )


def _redactor(request: RunRequest) -> Redactor:
    """Hides every secret of the run; what the spec itself says is none."""
    loaded = request.loaded
    public = "\n".join((loaded.document.text, *loaded.files.values()))
    return Redactor(secrets_of(request.plan.targets, request.environment, public))


def score(
    folder: Path, spec_path: Path | None, environment: Mapping[str, str], problems: Diagnostics
) -> Report | None:
    """Score a run folder again, by its recorded spec or by another; no network. Null on errors."""
    recorded = _read_manifest(folder, problems)
    if recorded is None:
        return None
    if spec_path is None:
        loaded = load_text(recorded.path, recorded.text, recorded.files, problems)
    else:
        loaded = load_file(spec_path, problems)
    if loaded is None:
        return None
    plan = make_plan(
        loaded,
        _still_there(recorded.selection, loaded),
        {**environment, **recorded.environment},
        problems,
        needs_keys=False,
    )
    if plan is None:
        return None
    report = scoring.score(
        plan,
        read_attempts(folder, problems),
        recorded.run_id,
        is_interrupted=recorded.is_interrupted,
    )
    return None if problems.errors else report


def _still_there(selection: Selection, loaded: Loaded) -> Selection:
    """The recorded selection, without cases and tags that a later spec no longer has."""
    ids = {each.id for each in loaded.spec.cases}
    tags = {tag for each in loaded.spec.cases for tag in each.tags}
    return replace(
        selection,
        cases=tuple(each for each in selection.cases if each in ids),
        tags=tuple(each for each in selection.tags if each in tags),
    )


def _read_manifest(folder: Path, problems: Diagnostics) -> Recorded | None:
    """Read a run's manifest; null when the folder holds no run of this version."""
    path = folder / MANIFEST
    try:
        recorded = recorded_in(orjson.loads(path.read_bytes()))
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        problems.add(Diagnostic("TS611", f"`{folder}` is not a run folder: {MANIFEST}: {reason}"))
        return None
    except ValueError:
        problems.add(Diagnostic("TS611", f"`{path}` is not JSON"))
        return None
    if recorded is None:
        message = f"`{path}` is not a manifest of version {MANIFEST_VERSION}"
        problems.add(Diagnostic("TS611", message))
    return recorded


def write_reports(report: Report, folder: Path) -> None:
    """Write every report that belongs in a run folder; each is replaced as a whole.

    Raises `ReportError` when one cannot be written.
    """
    for name in REPORTS.names:
        module = REPORTS.load(name)
        file_name = getattr(module, "FILE_NAME", None)
        if file_name is not None:
            _replace(folder / file_name, module.render(report))


def _replace(path: Path, text: str) -> None:
    draft = path.with_name(path.name + ".part")
    try:
        draft.write_text(text, encoding="utf-8", newline="")
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise ReportError(path, error) from error
