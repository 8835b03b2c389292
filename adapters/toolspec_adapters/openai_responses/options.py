"""What hosts of this format want differently, from `options` of the dialect's data file."""

from __future__ import annotations

from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from toolspec.dialect import Dialect
from toolspec.jsontypes import JsonObject
from toolspec_adapters._reading.options import read_options


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The words that `options` may hold.

    `body`: fields that every request has. `reasoning_body`: fields that a request has unless its
    model matches one of the shell patterns `models_without_reasoning`, which reject them.
    """

    body: JsonObject = field(default_factory=dict)
    reasoning_body: JsonObject = field(default_factory=dict)
    models_without_reasoning: tuple[str, ...] = ()

    def fields_for(self, model: str) -> JsonObject:
        """The fields that a request to a model has, beside those of its settings."""
        name = model.lower()
        patterns = (each.lower() for each in self.models_without_reasoning)
        is_plain = any(fnmatchcase(name, each) for each in patterns)
        return dict(self.body) if is_plain else {**self.body, **self.reasoning_body}


def options_of(dialect: Dialect) -> Options:
    """Read the options; `ValueError` for a word that is not one of them."""
    return read_options(dialect, Options)
