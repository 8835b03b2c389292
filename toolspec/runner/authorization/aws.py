"""AWS: each request is signed (Signature Version 4) by botocore, an optional part of toolspec.

The credentials are those of botocore's usual chain: the environment, the profile, the role of the
machine.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Final
from urllib.parse import urlsplit

from yarl import URL

from toolspec.trace import TransportError

_SERVICE: Final = "bedrock"
_REGION: Final = re.compile(r"[a-z]{2,4}(?:-[a-z]{1,12}){1,2}-[0-9]", re.ASCII)
_SIGNED: Final = ("Authorization", "X-Amz-Date", "X-Amz-Security-Token")


class AwsSignature:
    """Signs requests; `environment` names the region where an address does not.

    Credentials are looked for once. botocore itself renews those that are temporary.
    """

    def __init__(self, environment: Mapping[str, str], learn: Callable[[str], None]) -> None:
        self._environment = environment
        self._learn = learn
        self._lock = asyncio.Lock()
        self._found: Any = None

    async def headers(
        self, method: str, url: str, headers: Mapping[str, str], body: bytes
    ) -> Mapping[str, str] | TransportError:
        """The signature of one request, its date, and the token of temporary credentials."""
        region = region_of(url) or self._named_region()
        if region is None:
            return _failed("neither the address nor `AWS_REGION` names a region")
        # Credentials are read from files and asked for over the network, which takes time.
        async with self._lock:
            if self._found is None:
                self._found = await asyncio.to_thread(_find_credentials)
        frozen = await asyncio.to_thread(_frozen, self._found)
        if isinstance(frozen, TransportError):
            return frozen
        for secret in (frozen.secret_key, frozen.token):
            if secret:
                self._learn(secret)
        # As aiohttp will write it: it keeps no escape that a path can do without.
        request = import_module("botocore.awsrequest").AWSRequest(
            method=method, url=str(URL(url)), data=body, headers=dict(headers)
        )
        import_module("botocore.auth").SigV4Auth(frozen, _SERVICE, region).add_auth(request)
        return {name: request.headers[name] for name in _SIGNED if name in request.headers}

    def refuse(self, status: int, sent: Mapping[str, str]) -> bool:
        """A signature that was refused once is refused again."""
        return False

    def _named_region(self) -> str | None:
        return self._environment.get("AWS_REGION") or self._environment.get("AWS_DEFAULT_REGION")


def _find_credentials() -> Any:
    """The credentials of botocore's chain, or the `TransportError` that says why there are none."""
    try:
        found = import_module("botocore.session").Session().get_credentials()
    except import_module("botocore.exceptions").BotoCoreError as error:
        return _failed(f"no credentials for AWS: {error}")
    if found is None:
        return _failed("no credentials for AWS were found, and the target has no `key_env`")
    return found


def _frozen(found: Any) -> Any:
    """The credentials as they are now, renewed where they are temporary; or a `TransportError`."""
    if isinstance(found, TransportError):
        return found
    try:
        return found.get_frozen_credentials()
    except import_module("botocore.exceptions").BotoCoreError as error:
        return _failed(f"no credentials for AWS: {error}")


def region_of(url: str) -> str | None:
    """The region in a host of AWS, such as `bedrock-runtime.eu-west-1.amazonaws.com`, or null."""
    labels = (urlsplit(url).hostname or "").split(".")
    return next((each for each in labels if _REGION.fullmatch(each)), None)


def _failed(message: str) -> TransportError:
    return TransportError(kind="authorization", message=message)
