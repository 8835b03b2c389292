"""Which wire format a request to the simulated model is written in, by its path."""

from __future__ import annotations

import re
from functools import cache
from urllib.parse import urlsplit

from toolspec.simulated import ADAPTER
from toolspec.wire_format import WireFormat
from toolspec.wire_formats import WIRE_FORMATS


def format_of(path: str) -> tuple[WireFormat, str] | None:
    """The format, and the path below its base URL; null when no format has such a path.

    Several formats share `/v1/chat/completions`; without a name before it, it is OpenAI's.
    """
    name, _, rest = path.lstrip("/").partition("/")
    if name in WIRE_FORMATS.names:
        return WIRE_FORMATS.load(name), f"/{rest}"
    for pattern, prefix, found in _patterns():
        if pattern.fullmatch(path):
            return WIRE_FORMATS.load(found), path.removeprefix(prefix)
    return None


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str, str], ...]:
    """The providers' own paths: pattern, the path of the base URL, and the format's name."""
    made = []
    for name in sorted(WIRE_FORMATS.names, key=lambda each: (each != ADAPTER, each)):
        dialect = WIRE_FORMATS.load(name).dialect
        prefix = urlsplit(dialect.base_url).path.rstrip("/")
        path = urlsplit(prefix + dialect.path).path
        pattern = "[^/]+".join(map(re.escape, path.split("{model}")))
        made.append((re.compile(pattern), prefix, name))
    return tuple(made)
