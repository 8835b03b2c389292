"""Tallies of the recorded traffic, shown at the end of every run: what responses were read as, and
how many requests came out again as they were sent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

_KEY = "recorded response"


@pytest.fixture
def tally(record_property: Callable[[str, object], None]) -> Callable[[str, str, str], None]:
    """Count one reading; it travels with the test's report, from whichever process ran it."""

    def count(adapter: str, provider: str, outcome: str) -> None:
        record_property(_KEY, (adapter, provider, outcome))

    return count


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    counter = Counter(
        tuple(value)
        for reports in terminalreporter.stats.values()
        for each in reports
        if getattr(each, "when", None) == "call"
        for name, value in each.user_properties
        if name == _KEY
    )
    for adapter in sorted({adapter for adapter, _, _ in counter}):
        terminalreporter.section(f"recorded responses read by {adapter}")
        for line in lines({key[1:]: n for key, n in counter.items() if key[0] == adapter}):
            terminalreporter.write_line(line)


def lines(counts: dict[tuple[str, str], int]) -> list[str]:
    providers = sorted({provider for provider, _ in counts})
    width = max(len(each) for each in [*providers, "total"])
    made = []
    for provider in providers:
        found = {outcome: n for (name, outcome), n in counts.items() if name == provider}
        said = "  ".join(f"{outcome} {found[outcome]}" for outcome in sorted(found))
        made.append(f"{provider:<{width}}  {sum(found.values()):>3}  {said}")
    return [*made, f"{'total':<{width}}  {sum(counts.values()):>3}"]
