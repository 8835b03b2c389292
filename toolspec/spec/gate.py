"""What a release needs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Threshold:
    """A bound on one metric, of all attempts (`tag` null) or of one tag's."""

    metric: str
    tag: str | None
    min: float | None
    max: float | None
    confidence: float | None

    @property
    def name(self) -> str:
        """The key as written in the spec."""
        return self.metric if self.tag is None else f"{self.metric}[tag={self.tag}]"


@dataclass(frozen=True, slots=True, kw_only=True)
class GateRules:
    """What a release needs. `critical` null means: every finding of critical severity.

    `is_default` is true when the spec has no `gate`: then every case must pass.
    """

    critical: tuple[str, ...] | None
    thresholds: tuple[Threshold, ...]
    min_case_pass_rate: float | None
    min_coverage: float
    is_default: bool = False
