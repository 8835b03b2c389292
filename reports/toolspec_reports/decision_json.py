"""`decision.json`: what the gate decided and every reason for it."""

from __future__ import annotations

import json
from dataclasses import asdict

from toolspec.report import Report

FILE_NAME = "decision.json"


def render(report: Report) -> str:
    """The decision as one indented JSON document."""
    decision = report.decision
    document = {
        "schema_version": 1,
        "run_id": report.run_id,
        "spec": {"name": report.spec.name, "version": report.spec.version, "owner": report.spec.owner},
        "prompt": {"id": report.spec.prompt.id, "version": report.spec.prompt.version},
        "outcome": decision.outcome,
        "exit_code": decision.exit_code,
        "reasons": [{**asdict(each), "cases": list(each.cases)} for each in decision.reasons],
        "gate": {**asdict(report.spec.gate)},
        "models": {each.target: {"requested": each.model, "returned": list(each.models_returned)} for each in report.series},
    }
    return json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False) + "\n"
