"""Addresses: joining a path to a base URL, and showing one without the secrets it may carry."""

from __future__ import annotations

from urllib.parse import urlsplit, urlunsplit

_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1", "0.0.0.0"})


def join_url(base: str, path: str) -> str:
    """Append `path` to the path of `base`; a query of `base` stays at the end."""
    parts = urlsplit(base)
    return urlunsplit((parts.scheme, parts.netloc, parts.path.rstrip("/") + path, parts.query, ""))


def public_url(url: str) -> str:
    """The address without user, password, query and fragment."""
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    return urlunsplit((parts.scheme, host, parts.path, "", ""))


def secrets_in(url: str) -> tuple[str, ...]:
    """The parts of an address that may be secrets: user, password and query values."""
    parts = urlsplit(url)
    values = [pair.partition("=")[2] for pair in parts.query.split("&")]
    return tuple(each for each in (parts.username, parts.password, *values) if each)


def is_loopback(url: str) -> bool:
    """True for an address of this machine."""
    host = urlsplit(url).hostname or ""
    return host in _LOOPBACK or host.startswith("127.")
