"""What the two forms of this format want differently, from `options` of the dialect's data file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from toolspec.dialect import Dialect
from toolspec_adapters._reading.options import read_options


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
    return read_options(dialect, Options)
