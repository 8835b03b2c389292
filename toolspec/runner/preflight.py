"""What would make every request fail, found before the first: keys, addresses, proxies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

from toolspec.diagnostics import Diagnostic, Diagnostics
from toolspec.runner.authorization.needs import check_needs
from toolspec.runner.proxies import odd_exclusions, proxy_for
from toolspec.runner.secrets import key_of
from toolspec.source import Document
from toolspec.spec import Target
from toolspec.wire_formats import WIRE_FORMATS

# A shorter key is a placeholder for a server that wants none, and may be part of any word.
_SHORTEST_KEY = 6


def check_connections(
    targets: tuple[Target, ...],
    environment: Mapping[str, str],
    document: Document,
    problems: Diagnostics,
) -> None:
    """Report what cannot work. No value of the environment is ever part of a message."""
    for target in targets:
        if not target.is_simulated:
            _check_key(target, environment, document, problems)
            _check_address(target, environment, document, problems)
    for entry in odd_exclusions(environment):
        message = f"`NO_PROXY` holds `{entry}`, which is no host, address or network; it is skipped"
        problems.add(Diagnostic("TS616", message, severity="warning"))
    ca_file = environment.get("SSL_CERT_FILE")
    if ca_file and not Path(ca_file).is_file():
        message = "the environment variable `SSL_CERT_FILE` does not name a file"
        problems.add(Diagnostic("TS617", message, help="unset it, or name a file of certificates"))


def _check_key(
    target: Target, environment: Mapping[str, str], document: Document, problems: Diagnostics
) -> None:
    key = key_of(target, environment)
    auth = WIRE_FORMATS.load(target.adapter).dialect.auth
    check_needs(auth, key, ("targets", target.name), document, problems)
    path = ("targets", target.name, "key_env")
    if not all("!" <= each <= "~" for each in key):
        message = f"the key in `{target.key_env}` holds a character that no key has"
        help = "set it again: a line break, a space or a quotation mark was copied with it"
        problems.add(document.diagnostic("TS614", message, path, help=help))
    elif len(key) >= _SHORTEST_KEY and key in document.text:
        message = f"the value of `{target.key_env}` stands in this file"
        help = "take it out; if it is a placeholder, choose one that the file does not hold"
        found = document.diagnostic("TS603", message, path, help=help)
        # The line of `key_env` may be the line where the key stands.
        problems.add(replace(found, source=None))


def _check_address(
    target: Target, environment: Mapping[str, str], document: Document, problems: Diagnostics
) -> None:
    if problems.errors:
        # A variable without a value, for one, makes an odd address as well.
        return
    base_url = target.base_url or WIRE_FORMATS.load(target.adapter).dialect.base_url
    path = ("targets", target.name, "base_url")
    if not _is_address(base_url):
        message = "nothing can be sent to this address"
        help = "it must be like `https://host/v1`"
        found = document.diagnostic("TS222", message, path, help=help)
        problems.add(replace(found, source=None))
        return
    proxy = proxy_for(base_url, environment)
    if proxy is not None and not _is_address(proxy[1]):
        message = f"the proxy of `{proxy[0]}` is not an http proxy, and no other kind can be used"
        help = "unset it, or list the host in `NO_PROXY`"
        problems.add(Diagnostic("TS615", message, help=help))


def _is_address(url: str) -> bool:
    from httpx import URL, InvalidURL

    try:
        # Two readers of addresses are used further on, and each refuses what the other takes.
        host, scheme = urlsplit(url).hostname, URL(url).scheme
    except (InvalidURL, ValueError):
        return False
    return scheme in ("http", "https") and bool(host) and not any(map(str.isspace, url))
