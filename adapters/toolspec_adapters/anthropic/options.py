"""What hosts of this format want differently, from `options` of the dialect's data file."""

from __future__ import annotations

from dataclasses import dataclass, field

from toolspec.dialect import Dialect
from toolspec.jsontypes import JsonObject
from toolspec_adapters._reading.options import read_options


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The words that `options` may hold.

    `default_max_tokens`: the limit of a request that names none, because the format wants one; null
    sends none. `body`: fields that every request has.
    """

    default_max_tokens: int | None = None
    body: JsonObject = field(default_factory=dict)


def options_of(dialect: Dialect) -> Options:
    """Read the options; `ValueError` for a word that is not one of them."""
    return read_options(dialect, Options)
