"""Share of judged attempts with a call that nothing asked for."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.metrics._share import Share
from toolspec.results import Scored

IS_SHARE = True
start = Share


def observe(scored: Scored) -> Iterator[bool]:
    """Whether a call beside the expected ones was made."""
    verdict = scored.verdict
    if verdict is not None and verdict.outcome in ("pass", "fail"):
        yield any(each.code in ("extra_call", "unexpected_call") for each in verdict.findings)
