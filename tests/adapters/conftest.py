"""A tally of what the recorded responses were read as, shown at the end of every run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

# (adapter, provider, what it was read as) -> how often.
TALLY: pytest.StashKey[Counter[tuple[str, str, str]]] = pytest.StashKey()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[TALLY] = Counter()


@pytest.fixture
def tally(request: pytest.FixtureRequest) -> Callable[[str, str, str], None]:
    counter = request.config.stash[TALLY]

    def count(adapter: str, provider: str, outcome: str) -> None:
        counter[adapter, provider, outcome] += 1

    return count


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    counter = config.stash[TALLY]
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
