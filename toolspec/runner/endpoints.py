"""Targets → endpoints: the address, the headers with the key, and an open transport for each."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from toolspec.loading import ADAPTERS
from toolspec.plan import Plan
from toolspec.provider import Adapter
from toolspec.runner.proxies import proxy_for
from toolspec.runner.secrets import key_of, without_login
from toolspec.runner.transport import Transport
from toolspec.spec import Spec, Target


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """Where the attempts of one target go, and how. `headers` hold the key."""

    adapter: Adapter
    base_url: str
    headers: Mapping[str, str]
    transport: Transport
    is_simulated: bool


@asynccontextmanager
async def open_endpoints(
    plan: Plan, environment: Mapping[str, str]
) -> AsyncIterator[Mapping[str, Endpoint]]:
    """One endpoint a target; the simulated model listens as long as this is open."""
    async with AsyncExitStack() as stack:
        simulated_url = ""
        if any(each.is_simulated for each in plan.targets):
            simulated_url = await _start_simulated(plan.spec, stack)
        endpoints = {}
        for target in plan.targets:
            endpoint = _endpoint(target, plan.spec, simulated_url, environment)
            await stack.enter_async_context(endpoint.transport)
            endpoints[target.name] = endpoint
        yield endpoints


async def _start_simulated(spec: Spec, stack: AsyncExitStack) -> str:
    # A server is not loaded where none is needed.
    from toolspec.models.server import SimulatedModel, serve

    return await stack.enter_async_context(serve(SimulatedModel(spec)))


def _endpoint(
    target: Target, spec: Spec, simulated_url: str, environment: Mapping[str, str]
) -> Endpoint:
    adapter: Adapter = ADAPTERS.load(target.adapter)
    given = simulated_url if target.is_simulated else target.base_url or adapter.DEFAULT_BASE_URL
    base_url, login = without_login(given)
    key = key_of(target, environment)
    return Endpoint(
        adapter=adapter,
        base_url=base_url,
        headers={**login, **(adapter.authorize(key) if key else {})},
        transport=Transport(
            base_url,
            timeout_s=spec.run.timeout_s,
            proxy=proxy_for(base_url, environment),
            ca_file=environment.get("SSL_CERT_FILE") or None,
        ),
        is_simulated=target.is_simulated,
    )
