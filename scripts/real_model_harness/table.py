"""What the runs came to, side by side, as Markdown."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Outcome:
    """One run as its reports tell it.

    `rules` is what the gate found by rule, `findings` how many attempts have a finding by its code.
    """

    gate: str
    rules: dict[str, str]
    attempts: dict[str, int]
    metrics: dict[str, dict[str, Any]]
    findings: Counter[str]


def markdown(folder: Path, targets: Iterable[str]) -> str:
    """One table: a column for each target, a row for each thing that was measured.

    The run of a target is in the folder of its name.
    """
    outcomes = {each: _read(folder / each, each) for each in targets}
    runs = outcomes.values()
    rows = [
        ["", *(each.replace(".", " ") for each in outcomes)],
        ["---" for _ in ("", *outcomes)],
        [
            "attempts",
            *(f"{each.attempts['completed']}/{each.attempts['planned']}" for each in runs),
        ],
    ]
    for name in _names(each.metrics for each in runs):
        rows.append([name, *(_metric(name, each.metrics.get(name)) for each in runs)])
    for code in _names(each.findings for each in runs):
        counts = (f"{each.findings[code]}/{each.attempts['completed']}" for each in runs)
        rows.append([f"attempts with `{code}`", *counts])
    for rule in _names(each.rules for each in runs):
        rows.append([f"gate, {rule}", *(each.rules.get(rule, "-") for each in runs)])
    rows.append(["**gate**", *(f"**{each.gate}**" for each in runs)])
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _read(run: Path, target: str) -> Outcome:
    decision = json.loads((run / "decision.json").read_bytes())
    series = json.loads((run / "summary.json").read_bytes())["targets"][target]["variants"]["base"]
    with (run / "errors.csv").open(encoding="utf-8", newline="") as file:
        found = {
            (row["error_code"], row["case_id"], row["attempt"]) for row in csv.DictReader(file)
        }
    return Outcome(
        gate=decision["outcome"],
        rules={
            f"{each['rule']}: {each['needed']}": each["outcome"] for each in decision["reasons"]
        },
        attempts=series["attempts"],
        metrics=series["metrics"],
        findings=Counter(code for code, _, _ in found),
    )


def _names(each_run: Iterable[Iterable[str]]) -> list[str]:
    return sorted({name for names in each_run for name in names})


def _metric(name: str, measured: dict[str, Any] | None) -> str:
    if measured is None:
        return "-"
    if measured["value"] is None:
        return f"- (n={measured['denominator']})"
    if name.endswith("_ms"):
        return f"{measured['value']:,.0f} (n={measured['denominator']})"
    return f"{measured['value']:.3f} ({measured['numerator']}/{measured['denominator']})"
