"""Plan → traces: bounded parallelism, each record written as it finishes.

`parallelism` workers pull attempts from one iterator, so memory is bounded by the workers and not
by the plan.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping

from toolspec.plan import Attempt
from toolspec.runner.attempt import make
from toolspec.runner.endpoints import Endpoint
from toolspec.runner.journal import Journal
from toolspec.spec import RetryPolicy
from toolspec.trace import Trace

# Connections opened all at once wait for each other's handshakes, and the first answers would be
# reported as slower than the provider was.
_STAGGER_S = 0.0005


async def execute(
    attempts: Iterator[Attempt],
    *,
    spec_name: str,
    endpoints: Mapping[str, Endpoint],
    retry: RetryPolicy,
    parallelism: int,
    journal: Journal,
    on_trace: Callable[[Trace], None],
    stop: asyncio.Event,
) -> None:
    """Make every attempt, or those begun before `stop` was set.

    What goes wrong in one worker (`JournalError`, or a fault of toolspec itself) ends the others
    and is raised as it was.
    """

    async def work(number: int) -> None:
        await asyncio.sleep(number * _STAGGER_S)
        for attempt in attempts:
            if stop.is_set():
                return
            endpoint = endpoints[attempt.target.name]
            trace = await make(attempt, endpoint, spec_name=spec_name, retry=retry, stop=stop)
            if trace is None:
                return
            on_trace(journal.append(trace))

    try:
        async with asyncio.TaskGroup() as group:
            for number in range(parallelism):
                group.create_task(work(number))
    except BaseExceptionGroup as several:
        raise _first(several) from None


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    error: BaseException = group
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error
