"""How requests prove who sends them, seen by real servers on this machine."""

from __future__ import annotations

import asyncio
import json
import sys
import time
import uuid
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest

from tests.aws_signature import REGION as REGION_NAME
from tests.aws_signature import credentials_in, signature_of
from tests.commands import Servers
from tests.scripted_server import Scripted, ScriptedServer, text
from toolspec.diagnostics import Diagnostics
from toolspec.dialect import Auth, Dialect
from toolspec.dialect_file import read_dialect
from toolspec.runner.authorization.aws import region_of
from toolspec.runner.authorization.contract import Connection
from toolspec.runner.authorization.gigachat import GigaChatToken
from toolspec.runner.authorization.kinds import open_authorization
from toolspec.runner.authorization.needs import check_needs
from toolspec.runner.authorization.sending import send_authorized
from toolspec.runner.transport import Exchange, Transport
from toolspec.source import Document
from toolspec.trace import TransportError

pytest.importorskip("botocore.auth")

BODY = '{"вопрос": "Где заказ?"}'.encode()


def dialect(kind: str, **fields: Any) -> Dialect:
    def no_parent(name: str) -> Dialect:
        raise AssertionError(name)

    data = {"title": "T", "source": "s", "date": "d", "base_url": "http://x", "path": "/p"}
    return read_dialect("t", json.dumps({**data, "auth": {"kind": kind}, **fields}), no_parent)


class Run:
    """Sends requests to a server with one authorization, as the attempts of one target do."""

    def __init__(self, transport: Transport, authorization: Any, url: str) -> None:
        self.secrets: list[str] = []
        self._transport = transport
        self._authorization = authorization
        self._url = url

    async def send(self, path: str = "", body: bytes = BODY) -> Exchange:
        return await send_authorized(
            self._transport, self._authorization, "POST", self._url + path, {"x-own": "1"}, body
        )

    async def status(self) -> int | str:
        exchange = await self.send()
        if exchange.reply is not None:
            return exchange.reply.status
        return exchange.error.kind if exchange.error else "nothing"


@asynccontextmanager
async def run(
    server: ScriptedServer,
    spoken: Dialect,
    key: str = "",
    environment: Mapping[str, str] | None = None,
) -> AsyncIterator[Run]:
    secrets: list[str] = []
    connection = Connection(environment=environment or {}, timeout_s=5, learn=secrets.append)
    async with (
        Transport(server.url, timeout_s=5) as transport,
        open_authorization(spoken, key, connection) as authorization,
    ):
        made = Run(transport, authorization, server.url)
        made.secrets = secrets
        yield made


def token(name: str, expires_at: Any = None, status: int = 200) -> Scripted:
    moment = (time.time() + 1800) * 1000 if expires_at is None else expires_at
    body = {"access_token": name, "expires_at": int(moment)}
    return Scripted(status=status, body=json.dumps(body).encode())


def gigachat(tokens: ScriptedServer, **options: Any) -> Dialect:
    own = {"token_url": f"{tokens.url}/oauth", "scope": "GIGACHAT_API_PERS"}
    return dialect("gigachat", options={**own, **options})


def sent(server: ScriptedServer) -> list[str]:
    return [each.headers.get("authorization", "") for each in server.requests]


EXPIRED = Scripted(status=401, body=b'{"status":401,"message":"Token has expired"}')


def test_a_token_is_fetched_once_for_attempts_that_start_together(scripted: Servers) -> None:
    tokens, chat = scripted(replace(token("T.1"), delay_s=0.05)), scripted(text("ok"))

    async def go() -> list[str]:
        async with run(chat, gigachat(tokens), "a2V5") as target:
            assert await asyncio.gather(*(target.status() for _ in range(8))) == [200] * 8
            return target.secrets

    secrets = asyncio.run(go())
    assert sent(chat) == ["Bearer T.1"] * 8
    assert secrets == ["T.1"]
    (asked,) = tokens.requests
    assert asked.path == "/v1/oauth"
    assert asked.headers["authorization"] == "Basic a2V5"
    assert asked.headers["content-type"] == "application/x-www-form-urlencoded"
    assert uuid.UUID(asked.headers["rquid"]).version == 4
    assert parse_qs(asked.body.decode()) == {"scope": ["GIGACHAT_API_PERS"]}
    assert all(each.headers["x-own"] == "1" for each in chat.requests)


def test_the_environment_goes_before_the_dialect(scripted: Servers) -> None:
    tokens, chat = scripted(token("T.1")), scripted(text("ok"))
    environment = {
        "GIGACHAT_TOKEN_URL": f"{tokens.url}/other",
        "GIGACHAT_SCOPE": "GIGACHAT_API_CORP",
    }

    async def go() -> None:
        async with run(chat, gigachat(chat), "a2V5", environment) as target:
            assert await target.status() == 200

    asyncio.run(go())
    assert tokens.requests[0].path == "/v1/other"
    assert tokens.requests[0].body == b"scope=GIGACHAT_API_CORP"


def test_a_refused_token_is_replaced_once(scripted: Servers) -> None:
    tokens, chat = scripted(token("T.1"), token("T.2")), scripted(EXPIRED, text("ok"))

    async def go() -> None:
        async with run(chat, gigachat(tokens), "a2V5") as target:
            assert [await target.status(), await target.status()] == [200, 200]

    asyncio.run(go())
    assert sent(chat) == ["Bearer T.1", "Bearer T.2", "Bearer T.2"]


def test_attempts_refused_together_share_one_new_token(scripted: Servers) -> None:
    tokens = scripted(token("T.1"), token("T.2"))
    chat = scripted(*[replace(EXPIRED, delay_s=0.1)] * 4, text("ok"))

    async def go() -> None:
        async with run(chat, gigachat(tokens), "a2V5") as target:
            assert await asyncio.gather(*(target.status() for _ in range(4))) == [200] * 4

    asyncio.run(go())
    assert len(tokens.requests) == 2
    assert sent(chat) == ["Bearer T.1"] * 4 + ["Bearer T.2"] * 4


def test_a_key_without_rights_is_not_asked_for_tokens_again_and_again(scripted: Servers) -> None:
    tokens, chat = scripted(token("T.1"), token("T.2"), token("T.3")), scripted(EXPIRED)

    async def go() -> None:
        async with run(chat, gigachat(tokens), "a2V5") as target:
            assert [await target.status() for _ in range(3)] == [401] * 3

    asyncio.run(go())
    assert len(tokens.requests) == 2
    assert len(chat.requests) == 4


@pytest.mark.parametrize("unit", [1, 1000], ids=["seconds", "milliseconds"])
def test_a_token_is_replaced_a_minute_before_it_expires(scripted: Servers, unit: int) -> None:
    now = 1_780_000_000.0
    tokens = scripted(token("T.1", (now + 1800) * unit), token("T.2", (now + 3600) * unit))

    async def go() -> list[Any]:
        nonlocal now
        async with Transport(tokens.url, timeout_s=5) as transport:
            authorization = GigaChatToken(
                "a2V5",
                token_url=tokens.url,
                scope="S",
                transport=transport,
                learn=lambda secret: None,
                clock=lambda: now,
            )
            given = []
            for later in (0, 1739, 1741):
                now = 1_780_000_000.0 + later
                given.append(await authorization.headers("POST", "http://x", {}, b""))
            return given

    assert asyncio.run(go()) == [
        {"Authorization": f"Bearer {each}"} for each in ("T.1", "T.1", "T.2")
    ]


def test_the_older_form_of_a_token_is_read(scripted: Servers) -> None:
    body = json.dumps({"tok": "T.1", "exp": int(time.time()) + 1800}).encode()
    tokens, chat = scripted(Scripted(body=body)), scripted(text("ok"))

    async def go() -> None:
        async with run(chat, gigachat(tokens), "a2V5") as target:
            assert [await target.status(), await target.status()] == [200, 200]

    asyncio.run(go())
    assert len(tokens.requests) == 1


REFUSED = Scripted(status=401, body=b'{"code":6,"message":"credentials doesn\'t match"}')


def test_a_key_that_is_wrong_ends_every_attempt_by_name(scripted: Servers) -> None:
    tokens, chat = scripted(REFUSED), scripted(text("ok"))

    async def go() -> list[Exchange]:
        async with run(chat, gigachat(tokens), "a2V5") as target:
            return [await target.send(), await target.send()]

    message = "no access token: http 401: credentials doesn't match"
    expected = TransportError(kind="authorization", message=message, status=401)
    assert [each.error for each in asyncio.run(go())] == [expected] * 2
    assert len(tokens.requests) == 1
    assert chat.requests == []


def test_a_busy_token_server_is_asked_again(scripted: Servers) -> None:
    tokens = scripted(Scripted(status=429), token("T.1"))
    chat = scripted(text("ok"))

    async def go() -> tuple[Exchange, int | str]:
        async with run(chat, gigachat(tokens), "a2V5") as target:
            return await target.send(), await target.status()

    first, second = asyncio.run(go())
    assert first.error == TransportError(
        kind="authorization", message="no access token: http 429", status=429, retryable=True
    )
    assert second == 200


def test_a_token_server_that_is_not_there_is_a_fault_of_the_network(scripted: Servers) -> None:
    tokens, chat = scripted(token("T.1")), scripted(text("ok"))
    tokens.close()

    async def go() -> Exchange:
        async with run(chat, gigachat(tokens), "a2V5") as target:
            return await target.send()

    error = asyncio.run(go()).error
    assert error is not None
    assert (error.kind, error.retryable) == ("connect", True)
    assert error.message.startswith("no access token: no connection to 127.0.0.1:")


@pytest.mark.parametrize(
    ("how", "key", "header"),
    [
        ({"kind": "gigachat"}, "eyJ0.eyJ1.c2ln", ("authorization", "Bearer eyJ0.eyJ1.c2ln")),
        ({"kind": "bearer"}, "k", ("authorization", "Bearer k")),
        ({"kind": "bearer", "prefix": "Api-Key "}, "k", ("authorization", "Api-Key k")),
        ({"kind": "header", "header": "x-api-key"}, "k", ("x-api-key", "k")),
        ({"kind": "aws"}, "bedrock-key", ("authorization", "Bearer bedrock-key")),
    ],
    ids=["a token for a key", "bearer", "prefix", "header", "a key of Bedrock"],
)
def test_a_key_travels_as_its_dialect_says(
    scripted: Servers, how: dict[str, str], key: str, header: tuple[str, str]
) -> None:
    chat = scripted(text("ok"))

    async def go() -> None:
        async with run(chat, dialect(how["kind"], auth=how), key) as target:
            assert await target.status() == 200

    asyncio.run(go())
    assert chat.requests[0].headers[header[0]] == header[1]


def test_nothing_is_said_without_a_key(scripted: Servers) -> None:
    chat = scripted(Scripted(status=401))

    async def go() -> None:
        for kind in ("bearer", "gigachat"):
            async with run(chat, dialect(kind)) as target:
                assert await target.status() == 401

    asyncio.run(go())
    assert sent(chat) == ["", ""]


@pytest.fixture
def credentials(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("AWS_PROFILE", "AWS_DEFAULT_PROFILE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in credentials_in(tmp_path).items():
        monkeypatch.setenv(name, value)


REGION = {"AWS_REGION": REGION_NAME}


@pytest.mark.parametrize(
    "path",
    ["/model/plain/converse", "/model/amazon.nova-lite-v1%3A0/converse", "/model/arn%2Fx/converse"],
)
def test_a_signature_is_that_of_botocore_for_what_arrived(
    scripted: Servers, credentials: None, path: str
) -> None:
    chat = scripted(text("ok"))

    async def go() -> list[str]:
        async with run(chat, dialect("aws"), environment=REGION) as target:
            assert (await target.send(path)).reply is not None
            return target.secrets

    assert asyncio.run(go()) == ["secret-of-the-example", "session-of-the-example"]
    (received,) = chat.requests
    assert received.body == BODY
    assert received.headers["x-amz-security-token"] == "session-of-the-example"
    assert received.headers["authorization"] == signature_of(received)


def test_without_credentials_or_a_region_nothing_is_sent(
    scripted: Servers, credentials: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"):
        monkeypatch.delenv(name)
    chat = scripted(text("ok"))

    async def go(environment: Mapping[str, str]) -> TransportError | None:
        async with run(chat, dialect("aws"), environment=environment) as target:
            return (await target.send()).error

    for environment, word in (({}, "region"), (REGION, "credentials")):
        error = asyncio.run(go(environment))
        assert error is not None
        assert (error.kind, error.retryable) == ("authorization", False)
        assert word in error.message
    assert chat.requests == []


@pytest.mark.parametrize(
    ("host", "region"),
    [
        ("bedrock-runtime.us-east-1.amazonaws.com", "us-east-1"),
        ("bedrock-runtime-fips.us-gov-west-1.amazonaws.com", "us-gov-west-1"),
        ("bedrock-runtime.cn-north-1.amazonaws.com.cn", "cn-north-1"),
        ("vpce-1.bedrock-runtime.ap-southeast-2.vpce.amazonaws.com", "ap-southeast-2"),
        ("gateway.example.com", None),
        ("127.0.0.1:80", None),
    ],
)
def test_a_region_is_read_from_the_host(host: str, region: str | None) -> None:
    assert region_of(f"https://{host}/model/m/converse") == region


def test_a_missing_signer_is_said_before_anything_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    document = Document("spec.yaml", "targets: {lab: {model: m}}\n")

    def codes(kind: Any, key: str) -> list[str]:
        problems = Diagnostics()
        check_needs(Auth(kind=kind), key, ("targets", "lab"), document, problems)
        return [each.code for each in problems]

    assert codes("aws", "") == []
    monkeypatch.setitem(sys.modules, "botocore.auth", None)
    assert codes("aws", "") == ["TS618"]
    assert codes("aws", "key") == codes("bearer", "") == []
