"""One retry policy for all targets: what is sent again, and after how long. Pure."""

from __future__ import annotations

from toolspec.spec import RetryPolicy
from toolspec.trace import TransportError

_FIRST_WAIT_S = 0.5


def wait_before_retry(
    error: TransportError, sent: int, policy: RetryPolicy, *, spread: float
) -> float | None:
    """Seconds to wait before the same request is sent again; null when it is not.

    `sent` counts the requests so far. A provider's Retry-After is kept to, unless it is longer than
    `policy.max_wait_s`: then waiting is pointless and the attempt ends. `spread` (0 to 1) keeps
    workers apart where the provider names no time.
    """
    if sent >= policy.attempts or not error.retryable or not _is_covered(error, policy.on):
        return None
    if error.retry_after_s is not None:
        return error.retry_after_s if error.retry_after_s <= policy.max_wait_s else None
    wait = _FIRST_WAIT_S * 2 ** (sent - 1) * (1 + spread) / 2
    return float(min(wait, policy.max_wait_s))


def _is_covered(error: TransportError, on: tuple[str, ...]) -> bool:
    if error.kind in ("timeout", "connect", "read"):
        return error.kind in on
    if error.status == 429 or error.kind == "rate_limited":
        return "429" in on
    return "5xx" in on
