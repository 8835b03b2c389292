"""What servers of this format want differently, from `options` of the dialect's data file."""

from __future__ import annotations

from dataclasses import dataclass, field, fields

from toolspec.dialect import Dialect
from toolspec.jsontypes import JsonObject


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
    known = {each.name for each in fields(Options)}
    unknown = sorted(dialect.options.keys() - known)
    if unknown:
        raise ValueError(f"the dialect `{dialect.name}` has the unknown option `{unknown[0]}`")
    values: dict[str, object] = dict(dialect.options)
    return Options(**values)  # type: ignore[arg-type]
