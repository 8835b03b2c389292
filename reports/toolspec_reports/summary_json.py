"""`summary.json`: per target, variant and tag every metric with its denominator; strict JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, fields

from toolspec.jsontypes import JsonObject
from toolspec.report import CaseTally, Report, Series
from toolspec.results import Measure
from toolspec_reports._text import writable

FILE_NAME = "summary.json"


def render(report: Report) -> str:
    """The whole summary as one indented JSON document."""
    text = json.dumps(as_json(report), ensure_ascii=False, indent=2, allow_nan=False)
    return writable(text) + "\n"


def as_json(report: Report) -> JsonObject:
    """The summary as a JSON value; the same journal and spec give the same value."""
    targets: JsonObject = {}
    for each in report.series:
        entry = targets.setdefault(
            each.target,
            {
                "provider": each.provider,
                "model": each.model,
                "tool_mode": each.tool_mode,
                "variants": {},
            },
        )
        entry["variants"][each.variant] = _series(each, report)
    return {
        "schema_version": 1,
        "run_id": report.run_id,
        "spec": {"name": report.spec.name, "version": report.spec.version},
        "compare": {"defaults": "filled" if report.spec.fills_defaults else "as_sent"},
        "interrupted": report.is_interrupted,
        "gate": report.decision.outcome,
        "targets": targets,
        "cases": [_case(each) for each in report.cases],
        "faults": [asdict(each) for each in report.faults],
        "unplanned_records": report.unplanned,
    }


def _series(series: Series, report: Report) -> JsonObject:
    return {
        "models_returned": list(series.models_returned),
        "attempts": {
            "planned": series.planned,
            "completed": series.completed,
            "infra_errors": series.infra_errors,
            "not_run": series.not_run,
            "not_comparable": series.not_comparable,
        },
        "failures": dict(report.failure_classes(series)),
        "metrics": _measures(series.metrics),
        "tags": {tag: _measures(measures) for tag, measures in series.tags.items()},
    }


def _measures(measures: Mapping[str, Measure]) -> JsonObject:
    return {name: asdict(each) for name, each in measures.items()}


def _case(tally: CaseTally) -> JsonObject:
    counts = {each.name: getattr(tally, each.name) for each in fields(tally)}
    first = counts.pop("first_failure")
    verdict = None if first is None else first.verdict
    counts["allowances"] = list(tally.allowances)
    return {
        **counts,
        "first_failed_layer": None if verdict is None else verdict.failed_layer,
        "first_classification": None if verdict is None else verdict.classification,
        "first_findings": [] if verdict is None else [each.code for each in verdict.findings],
    }
