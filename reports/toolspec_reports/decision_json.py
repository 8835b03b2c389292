"""`decision.json`: what the gate decided and every reason for it."""

from __future__ import annotations

import json
from dataclasses import asdict

from toolspec.plan import catalogue_hash, prompt_hash
from toolspec.report import Report
from toolspec_reports._text import writable

FILE_NAME = "decision.json"


def render(report: Report) -> str:
    """The decision as one indented JSON document."""
    decision, spec = report.decision, report.spec
    document = {
        "schema_version": 1,
        "run_id": report.run_id,
        "spec": {"name": spec.name, "version": spec.version, "owner": spec.owner},
        "prompt": {
            "id": spec.prompt.id,
            "version": spec.prompt.version,
            "sha256": prompt_hash(spec),
        },
        "catalogue": {
            "tools": [each.name for each in spec.tools],
            "sha256": catalogue_hash(spec),
        },
        "outcome": decision.outcome,
        "exit_code": decision.exit_code,
        "reasons": [{**asdict(each), "cases": list(each.cases)} for each in decision.reasons],
        "gate": asdict(spec.gate),
        "models": {
            each.target: {
                "requested": each.model,
                "returned": list(each.models_returned),
                "adapter": each.provider,
                "tool_mode": each.tool_mode,
            }
            for each in report.series
        },
    }
    return writable(json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False)) + "\n"
