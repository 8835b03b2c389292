"""`gate` → `GateRules`: metrics and tags must exist, bounds must make sense."""

from __future__ import annotations

import re

from toolspec import wording
from toolspec.compiler.scope import Scope
from toolspec.compiler.vocabulary import Vocabulary
from toolspec.findings import FINDINGS
from toolspec.jsontypes import JsonObject
from toolspec.source import PathSteps
from toolspec.spec import Case, GateRules, Threshold

_METRIC = re.compile(r"([a-z0-9_]+)(?:\[tag=([^\]]+)\])?")

DEFAULT_GATE = GateRules(
    critical=None, thresholds=(), min_case_pass_rate=1.0, min_coverage=1.0, is_default=True
)


def load_gate(scope: Scope, cases: tuple[Case, ...], vocabulary: Vocabulary) -> GateRules:
    """Read `gate`; without one, every case must pass and every attempt must complete."""
    value = scope.root.get("gate")
    if value is None:
        return DEFAULT_GATE
    tags = {tag for case in cases for tag in case.tags}
    if not {"require", "cases"} & value.keys():
        message = "no rule here fails on a wrong answer"
        help = "add `cases: {min_pass_rate: 1}`, or bounds under `require`"
        scope.warning("TS805", message, ("gate",), at="key", help=help)
    critical = value.get("critical")
    for index, code in enumerate(critical or ()):
        if code not in FINDINGS:
            scope.error(
                "TS803",
                f"no finding is named `{code}`",
                ("gate", "critical", index),
                help=wording.did_you_mean(code, FINDINGS),
            )
    return GateRules(
        critical=None if critical is None else tuple(critical),
        thresholds=tuple(
            threshold
            for name, bounds in value.get("require", {}).items()
            if (threshold := _load_threshold(scope, name, bounds, tags, vocabulary)) is not None
        ),
        min_case_pass_rate=value.get("cases", {}).get("min_pass_rate"),
        min_coverage=value.get("coverage", {}).get("min", 1.0),
    )


def _load_threshold(
    scope: Scope, name: str, bounds: JsonObject, tags: set[str], vocabulary: Vocabulary
) -> Threshold | None:
    path: PathSteps = ("gate", "require", name)
    found = _METRIC.fullmatch(name)
    metric = found[1] if found else name.split("[")[0]
    if metric not in vocabulary.metrics:
        help = wording.did_you_mean(metric, vocabulary.metrics)
        message = f"no metric is named `{wording.visible(metric)}`"
        scope.error("TS803", message, path, at="key", help=help)
        return None
    if found is None:
        message, help = f"`{name}` is not a metric of a tag", f"write `{metric}[tag=NAME]`"
        scope.error("TS803", message, path, at="key", help=help)
        return None
    tag = found[2]
    if tag is not None and tag not in tags:
        help = wording.did_you_mean(tag, tags)
        scope.error("TS804", f"no case has the tag `{tag}`", path, at="key", help=help)
    _check_bounds(scope, bounds, path, is_share=vocabulary.metrics[metric])
    return Threshold(
        metric=metric,
        tag=tag,
        min=bounds.get("min"),
        max=bounds.get("max"),
        confidence=bounds.get("confidence"),
    )


def _check_bounds(scope: Scope, bounds: JsonObject, path: PathSteps, *, is_share: bool) -> None:
    if "min" not in bounds and "max" not in bounds:
        scope.error("TS805", "this bounds nothing", path, at="key", help="write `min` or `max`")
    if "confidence" in bounds and not is_share:
        message = "`confidence` applies to shares only"
        scope.error("TS805", message, (*path, "confidence"), at="key", help="remove it")
    for key in ("min", "max"):
        bound = bounds.get(key)
        if bound is not None and (bound < 0 or (is_share and bound > 1)):
            help = "write a number from 0 on"
            if bound > 1:
                help = f"a share: write {bound / 100:g} for {bound:g} %"
            message = f"{bound:g} is outside the metric's range"
            scope.error("TS802", message, (*path, key), help=help)
    if {"min", "max"} <= bounds.keys() and bounds["min"] > bounds["max"]:
        help = "exchange the two"
        scope.error("TS805", "`min` is greater than `max`", (*path, "min"), help=help)
