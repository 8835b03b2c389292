"""Virtual time: delays move it, and nobody waits."""

from __future__ import annotations

from datetime import datetime, timedelta


class Clock:
    """The time of one attempt; null start for a world without a clock."""

    def __init__(self, start: str | None) -> None:
        self._start = start
        self._passed = timedelta()

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self._passed += timedelta(seconds=seconds)

    @property
    def now(self) -> str | None:
        """The time as RFC 3339 with the offset of the start, in its spelling; null without one."""
        if self._start is None or not self._passed:
            return self._start
        now = (datetime.fromisoformat(self._start) + self._passed).isoformat()
        return now.removesuffix("+00:00") + "Z" if self._start[-1] in "Zz" else now
