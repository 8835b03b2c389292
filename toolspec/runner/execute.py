"""Plan → traces: bounded parallelism, each record written as it finishes.

`parallelism` workers pull attempts from one iterator, so memory is bounded by the workers and not
by the plan.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping

from toolspec.plan import Attempt
from toolspec.runner.attempt import make, not_run
from toolspec.runner.endpoints import Endpoint
from toolspec.runner.journal import Journal
from toolspec.spec import RetryPolicy, Spec
from toolspec.trace import Trace, TransportError
from toolspec.world import Hook

# Connections opened all at once wait for each other's handshakes, and the first answers would be
# reported as slower than the provider was.
_STAGGER_S = 0.0005

# An empty account, and a quota that is spent for the day: after one such answer every other request
# to the target would get the same.
_ENDS_TARGET = frozenset({"payment_required", "quota_spent"})


async def execute(
    attempts: Iterator[Attempt],
    *,
    spec: Spec,
    hooks: Mapping[str, Hook],
    endpoints: Mapping[str, Endpoint],
    retry: RetryPolicy,
    parallelism: int,
    journal: Journal,
    on_trace: Callable[[Trace], None],
    stop: asyncio.Event,
) -> None:
    """Make every attempt, or those begun before `stop` was set.

    Once a target says that the account is empty, or its quota for the day, nothing more is sent to
    it: its other attempts are not run, and say why.
    What goes wrong in one worker (`JournalError`, or a fault of toolspec itself) ends the others
    and is raised as it was.
    """
    ended: dict[str, TransportError] = {}

    async def work(number: int) -> None:
        await asyncio.sleep(number * _STAGGER_S)
        for attempt in attempts:
            if stop.is_set():
                return
            endpoint = endpoints[attempt.target.name]
            trace = await _made(
                attempt, endpoint, ended, spec=spec, hooks=hooks, retry=retry, stop=stop
            )
            if trace is None:
                return
            on_trace(journal.append(trace))

    try:
        async with asyncio.TaskGroup() as group:
            for number in range(parallelism):
                group.create_task(work(number))
    except BaseExceptionGroup as several:
        raise _first(several) from None


async def _made(
    attempt: Attempt,
    endpoint: Endpoint,
    ended: dict[str, TransportError],
    *,
    spec: Spec,
    hooks: Mapping[str, Hook],
    retry: RetryPolicy,
    stop: asyncio.Event,
) -> Trace | None:
    """Make one attempt, unless its target has ended; then its trace tells with what answer."""
    name = attempt.target.name
    if name in ended:
        return not_run(attempt, spec.name, ended[name])
    trace = await make(attempt, endpoint, spec=spec, hooks=hooks, retry=retry, stop=stop)
    error = None if trace is None else trace.transport_error
    if error is not None and error.kind in _ENDS_TARGET:
        ended[name] = error
    return trace


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    error: BaseException = group
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error
