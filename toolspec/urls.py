"""Addresses: joining a path to a base URL, and showing one without the secrets it may carry."""

from __future__ import annotations

import re
from urllib.parse import unquote, urlsplit, urlunsplit

_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1", "0.0.0.0"})
_FOUR_OF_127 = re.compile(r"127(\.[0-9]{1,3}){3}")


def join_url(base: str, path: str) -> str:
    """Append `path` to the path of `base`; queries of both stay, that of `base` first."""
    parts = urlsplit(base)
    path, _, query = path.partition("?")
    queries = "&".join(each for each in (parts.query, query) if each)
    return urlunsplit((parts.scheme, parts.netloc, parts.path.rstrip("/") + path, queries, ""))


def public_url(url: str) -> str:
    """The address without user, password, query and fragment; empty when it is no address."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    host = parts.netloc.rpartition("@")[2]
    return urlunsplit((parts.scheme, host, parts.path, "", ""))


def secrets_in(url: str) -> tuple[str, ...]:
    """The parts of an address that may be secrets: user, password and query values.

    Each as written and, where that differs, without its percent escapes.
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return ()
    values = [pair.partition("=")[2] for pair in parts.query.split("&")]
    written = [each for each in (parts.username, parts.password, *values) if each]
    return tuple(dict.fromkeys([*written, *map(unquote, written)]))


def is_http_url(url: str) -> bool:
    """True for an http or https address with a host and, if it has one, a possible port."""
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def is_loopback(url: str) -> bool:
    """True for an address of this machine."""
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        return False
    return host in _LOOPBACK or _FOUR_OF_127.fullmatch(host) is not None
