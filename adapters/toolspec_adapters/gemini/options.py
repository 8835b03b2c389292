"""What the two forms of this format want differently, from `options` of the dialect's data file."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Literal

from toolspec.dialect import Dialect


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The words that `options` may hold.

    `schema_field`: the field that carries a tool's schema, and with it the schema's language.
    `foreign_signature`: what stands in for the signature of a call that no Gemini signed.
    """

    schema_field: Literal["parameters", "parametersJsonSchema"] = "parameters"
    foreign_signature: str | None = None


def options_of(dialect: Dialect) -> Options:
    """Read the options; `ValueError` for a word that is not one of them."""
    known = {each.name for each in fields(Options)}
    unknown = sorted(dialect.options.keys() - known)
    if unknown:
        raise ValueError(f"the dialect `{dialect.name}` has the unknown option `{unknown[0]}`")
    values: dict[str, object] = dict(dialect.options)
    return Options(**values)  # type: ignore[arg-type]
