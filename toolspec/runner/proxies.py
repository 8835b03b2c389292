"""Which proxy a request goes through, by the usual environment variables (handed in as a mapping)."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from urllib.parse import urlsplit

from toolspec.urls import is_loopback


def proxy_for(url: str, environment: Mapping[str, str]) -> tuple[str, str] | None:
    """The name of the variable and the proxy's address; null for a direct connection.

    This machine's own addresses are always reached directly. `NO_PROXY` takes host names (with
    their subdomains), addresses, networks such as `10.0.0.0/8`, and `*`.
    """
    parts = urlsplit(url)
    if is_loopback(url) or _is_excluded(parts.hostname or "", environment):
        return None
    for name in (f"{parts.scheme}_proxy", f"{parts.scheme.upper()}_PROXY", "all_proxy", "ALL_PROXY"):
        value = environment.get(name, "").strip()
        if value:
            return name, value if "://" in value else f"http://{value}"
    return None


def _is_excluded(host: str, environment: Mapping[str, str]) -> bool:
    listed = environment.get("no_proxy") or environment.get("NO_PROXY") or ""
    for entry in (each.strip().lower() for each in listed.split(",")):
        if not entry:
            continue
        name = entry.lstrip("*").lstrip(".")
        if entry == "*" or host == name or (name and host.endswith("." + name)) or _is_in_network(host, entry):
            return True
    return False


def _is_in_network(host: str, entry: str) -> bool:
    try:
        return ipaddress.ip_address(host) in ipaddress.ip_network(entry, strict=False)
    except ValueError:
        return False
