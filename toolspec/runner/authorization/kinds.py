"""The authorization of a target, open as long as its connections are."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from toolspec.dialect import Dialect
from toolspec.runner.authorization.aws import AwsSignature
from toolspec.runner.authorization.contract import Authorization, Connection
from toolspec.runner.authorization.gigachat import GigaChatToken
from toolspec.runner.authorization.static import StaticKey
from toolspec.runner.proxies import proxy_for
from toolspec.runner.transport import Transport

TOKEN_URL_VARIABLE: Final = "GIGACHAT_TOKEN_URL"
SCOPE_VARIABLE: Final = "GIGACHAT_SCOPE"


@asynccontextmanager
async def open_authorization(
    dialect: Dialect, key: str, connection: Connection
) -> AsyncIterator[Authorization]:
    """The authorization of one target by the `auth` of its dialect; without a key, `key` is empty.

    A key for GigaChat that is a token already is sent as it is: tokens have dots, keys have none.
    """
    kind = dialect.auth.kind
    if kind == "aws" and not key:
        yield AwsSignature(connection.environment, connection.learn)
    elif kind == "gigachat" and key and "." not in key:
        token_url = _option(dialect, "token_url", TOKEN_URL_VARIABLE, connection)
        scope = _option(dialect, "scope", SCOPE_VARIABLE, connection)
        async with _transport(token_url, connection) as transport:
            yield GigaChatToken(
                key, token_url=token_url, scope=scope, transport=transport, learn=connection.learn
            )
    else:
        yield StaticKey.of(dialect.auth, key)


def _option(dialect: Dialect, name: str, variable: str, connection: Connection) -> str:
    """What the environment says, else what the dialect says."""
    return connection.environment.get(variable, "").strip() or str(dialect.options[name])


def _transport(url: str, connection: Connection) -> Transport:
    return Transport(
        url,
        timeout_s=connection.timeout_s,
        proxy=proxy_for(url, connection.environment),
        ca_file=connection.environment.get("SSL_CERT_FILE") or None,
    )
