"""Recorded requests read and written again: what comes out must be what somebody really sent.

A difference is explained when it lies at or below a place that `lift_request` said it cannot carry
(`unread`), or when the adapter's table of normalisations names it; everything else is a defect.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from toolspec.dialect import Dialect
from toolspec.provider import Adapter

Json = Any
Normalise = Callable[[Json], Json]

WIRE = Path(__file__).resolve().parents[2].parent / "shared" / "wire"
ABSENT = pytest.param(None, marks=pytest.mark.skip(reason=f"no recorded traffic at {WIRE}"))


@dataclass(frozen=True, slots=True)
class RoundTrip:
    """`explained` and `unexplained` hold JSON pointers of differences; both empty means equal."""

    explained: tuple[str, ...]
    unexplained: tuple[str, ...]

    @property
    def outcome(self) -> str:
        if self.unexplained:
            return "unexplained"
        return "explained" if self.explained else "exact"


def recorded(api: str, *providers: str) -> list[dict[str, Any]]:
    """The records of one wire format, of those providers or (none given) of all."""
    files = sorted(each for each in WIRE.glob("*.jsonl") if not each.name.endswith(".stream.jsonl"))
    lines = [line for each in files for line in each.read_text("utf-8").split("\n") if line]
    loaded = [json.loads(line) for line in lines]
    return [
        each
        for each in loaded
        if each["api"] == api and (not providers or each["provider"] in providers)
    ]


def params(rows: list[dict[str, Any]]) -> list[Any]:
    made = [pytest.param(row, id=f"{row['provider']}-{n}") for n, row in enumerate(rows)]
    return made or [ABSENT]


def round_trip(
    adapter: Adapter,
    dialect: Dialect,
    record: dict[str, Any],
    *,
    normalise: Normalise,
    explains: tuple[str, ...] = (),
) -> RoundTrip:
    """Lift a recorded request and lower it again.

    `normalise` is applied to both bodies: it may only bring together what the documentation calls
    the same. `explains` holds regular expressions of pointers whose differences are documented.
    """
    path, sent = record["url_path"], record["request"]
    lifted = adapter.lift_request(path, sent)
    made = adapter.lower(lifted.conversation, lifted.tools, lifted.settings, dialect)
    found = sorted(set(differences(normalise(sent), normalise(made.body))))
    explained = [each for each in found if _is_explained(each, lifted.unread, explains)]
    return RoundTrip(tuple(explained), tuple(each for each in found if each not in explained))


def differences(one: Json, other: Json, pointer: str = "") -> Iterator[str]:
    """The pointers where two JSON values differ; `true` and `1` do, `1` and `1.0` do not."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in one.keys() | other.keys():
            below = f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}"
            if key not in one or key not in other:
                yield below
            else:
                yield from differences(one[key], other[key], below)
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for place, (mine, yours) in enumerate(zip(one, other, strict=True)):
            yield from differences(mine, yours, f"{pointer}/{place}")
    elif one != other or isinstance(one, bool) != isinstance(other, bool):
        yield pointer


def _is_explained(pointer: str, unread: tuple[str, ...], explains: tuple[str, ...]) -> bool:
    is_unread = any(pointer == each or pointer.startswith(f"{each}/") for each in unread)
    return is_unread or any(re.fullmatch(each, pointer) for each in explains)
