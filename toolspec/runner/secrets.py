"""What is secret in a run: the keys, and what the addresses of servers and proxies carry."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping
from urllib.parse import unquote, urlsplit

from toolspec.spec import Target
from toolspec.urls import secrets_in


def key_of(target: Target, environment: Mapping[str, str]) -> str:
    """The key of a target; empty when it has none."""
    return environment.get(target.key_env or "", "").strip()


def secrets_of(
    targets: tuple[Target, ...], environment: Mapping[str, str], public: str
) -> tuple[str, ...]:
    """All secrets of a run.

    A part of an address that stands in the `public` text of the spec (the version of an API, an
    everyday word as a user's name) is none, and hiding it would change what is graded.
    """
    keys = [key_of(each, environment) for each in targets]
    addresses = [each.base_url or "" for each in targets]
    addresses += [
        value if "://" in value else f"http://{value}"
        for name, value in environment.items()
        if name.lower().endswith("_proxy") and name.lower() != "no_proxy"
    ]
    parts = [part for each in addresses for part in _secrets_in(each) if part not in public]
    return tuple(dict.fromkeys(each for each in (*keys, *parts) if each))


def login_of(url: str) -> str | None:
    """`user:password` of an address as a header carries it (RFC 7617), or null."""
    login, at, _ = urlsplit(url).netloc.rpartition("@")
    if not at:
        return None
    user, _, password = login.partition(":")
    return b64encode(f"{unquote(user)}:{unquote(password)}".encode()).decode()


def without_login(url: str) -> tuple[str, Mapping[str, str]]:
    """The address without user and password, and the header that carries them."""
    login = login_of(url)
    if login is None:
        return url, {}
    parts = urlsplit(url)
    bare = parts._replace(netloc=parts.netloc.rpartition("@")[2])
    return bare.geturl(), {"Authorization": f"Basic {login}"}


def _secrets_in(url: str) -> Iterator[str]:
    try:
        yield from secrets_in(url)
        yield login_of(url) or ""
    except ValueError:
        # Not an address; what it holds cannot be told apart.
        yield url
