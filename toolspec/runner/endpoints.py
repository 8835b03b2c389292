"""Targets → endpoints: the address, the way to authorize, and an open transport for each."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from toolspec.plan import Plan
from toolspec.runner.authorization.contract import Authorization, Connection
from toolspec.runner.authorization.kinds import open_authorization
from toolspec.runner.authorization.static import NO_AUTHORIZATION
from toolspec.runner.proxies import proxy_for
from toolspec.runner.secrets import key_of, without_login
from toolspec.runner.transport import Transport
from toolspec.spec import Spec, Target
from toolspec.target_format import TargetFormat
from toolspec.world import Hook


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """Where the attempts of one target go, and how. `headers` hold the login of the address."""

    target: Target
    target_format: TargetFormat
    base_url: str
    headers: Mapping[str, str]
    authorization: Authorization
    transport: Transport


@asynccontextmanager
async def open_endpoints(
    plan: Plan,
    environment: Mapping[str, str],
    learn: Callable[[str], None],
    hooks: Mapping[str, Hook] | None = None,
) -> AsyncIterator[Mapping[str, Endpoint]]:
    """One endpoint a target; the simulated model listens as long as this is open.

    `learn` takes the secrets that are obtained on the way, such as tokens.
    """
    async with AsyncExitStack() as stack:
        simulated_url = ""
        if any(each.is_simulated for each in plan.targets):
            simulated_url = await _start_simulated(plan.spec, stack, hooks)
        connection = Connection(
            environment=environment, timeout_s=plan.spec.run.timeout_s, learn=learn
        )
        endpoints = {}
        for target in plan.targets:
            base_url = f"{simulated_url}/{target.adapter}" if target.is_simulated else None
            endpoints[target.name] = await _endpoint(target, base_url, connection, stack)
        yield endpoints


async def _start_simulated(
    spec: Spec, stack: AsyncExitStack, hooks: Mapping[str, Hook] | None
) -> str:
    # A server is not loaded where none is needed.
    from toolspec.models.server import SimulatedModel, serve

    return await stack.enter_async_context(serve(SimulatedModel(spec, hooks=hooks)))


async def _endpoint(
    target: Target, simulated_url: str | None, connection: Connection, stack: AsyncExitStack
) -> Endpoint:
    target_format = TargetFormat(target)
    dialect = target_format.dialect
    given = simulated_url or target.base_url or dialect.base_url
    base_url, login = without_login(given)
    transport = Transport(
        base_url,
        timeout_s=connection.timeout_s,
        proxy=proxy_for(base_url, connection.environment),
        ca_file=connection.environment.get("SSL_CERT_FILE") or None,
    )
    authorization: Authorization = NO_AUTHORIZATION
    if not target.is_simulated:
        key = key_of(target, connection.environment)
        opened = open_authorization(dialect, key, connection)
        authorization = await stack.enter_async_context(opened)
    await stack.enter_async_context(transport)
    return Endpoint(
        target=target,
        target_format=target_format,
        base_url=base_url,
        headers={**login, **dialect.headers},
        authorization=authorization,
        transport=transport,
    )
