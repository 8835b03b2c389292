"""What servers of this format want differently, from `options` of the dialect's data file."""

from __future__ import annotations

from dataclasses import dataclass, field

from toolspec.dialect import Dialect
from toolspec.jsontypes import JsonObject
from toolspec_adapters._reading.options import read_options


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The words that `options` may hold.

    `states_strict`: `strict` is sent with every tool, because leaving it out does not mean false.
    `states_description`: a tool's description is sent even when it is empty.
    `reasoning_field`: the field without which the host takes no message with calls.
    `body`: fields that every request has.
    """

    states_strict: bool = False
    states_description: bool = False
    reasoning_field: str | None = None
    body: JsonObject = field(default_factory=dict)


def options_of(dialect: Dialect) -> Options:
    """Read the options; `ValueError` for a word that is not one of them."""
    return read_options(dialect, Options)
