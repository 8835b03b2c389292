"""Which proxy a request goes through, by the usual environment variables, as a mapping."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from urllib.parse import SplitResult, urlsplit

from toolspec.urls import is_loopback

_DEFAULT_PORTS = {"http": 80, "https": 443}


def proxy_for(url: str, environment: Mapping[str, str]) -> tuple[str, str] | None:
    """The name of the variable and the proxy's address; null for a direct connection.

    This machine's own addresses are always reached directly. `NO_PROXY` takes host names (with
    their subdomains), addresses, networks such as `10.0.0.0/8`, each of the names with a port if
    wanted, and `*`.
    """
    parts = urlsplit(url)
    if is_loopback(url) or _is_excluded(parts, environment):
        return None
    scheme = parts.scheme
    for name in (f"{scheme}_proxy", f"{scheme.upper()}_PROXY", "all_proxy", "ALL_PROXY"):
        value = environment.get(name, "").strip()
        if value:
            return name, value if "://" in value else f"http://{value}"
    return None


def odd_exclusions(environment: Mapping[str, str]) -> tuple[str, ...]:
    """The entries of `NO_PROXY` that name no host, address or network: they are skipped."""
    return tuple(each for each in _exclusions(environment) if _is_odd(each))


def _exclusions(environment: Mapping[str, str]) -> tuple[str, ...]:
    listed = environment.get("no_proxy") or environment.get("NO_PROXY") or ""
    return tuple(each.strip().lower() for each in listed.split(",") if each.strip())


def _is_odd(entry: str) -> bool:
    if "://" in entry or any(each.isspace() for each in entry):
        return True
    return "/" in entry and _network(entry) is None


def _is_excluded(parts: SplitResult, environment: Mapping[str, str]) -> bool:
    host = parts.hostname or ""
    port = parts.port or _DEFAULT_PORTS.get(parts.scheme)
    return any(
        entry == "*" or _names_host(entry, host, port) or _is_in_network(host, entry)
        for entry in _exclusions(environment)
    )


def _names_host(entry: str, host: str, port: int | None) -> bool:
    name, colon, wanted = entry.rpartition(":")
    if colon and wanted.isdigit() and ":" not in name:
        if int(wanted) != port:
            return False
        entry = name
    name = entry.lstrip("*").lstrip(".")
    return bool(name) and (host == name or host.endswith("." + name))


def _is_in_network(host: str, entry: str) -> bool:
    network = _network(entry.strip("[]"))
    try:
        return network is not None and ipaddress.ip_address(host) in network
    except ValueError:
        return False


def _network(entry: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network | None:
    try:
        return ipaddress.ip_network(entry, strict=False)
    except ValueError:
        return None
