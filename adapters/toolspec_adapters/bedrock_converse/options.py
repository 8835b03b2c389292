"""What differs between the families of models, from `options` of the dialect's data file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from toolspec.dialect import Dialect
from toolspec_adapters._reading.options import read_options


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The words that `options` may hold.

    `status_models`: shell patterns of the models that take `status` in a result; for the others an
    error is said in its content.
    """

    status_models: Sequence[str] = ()

    def takes_status(self, model: str) -> bool:
        """Whether a result for a model may say that it is an error."""
        return any(fnmatchcase(model.lower(), each.lower()) for each in self.status_models)


def options_of(dialect: Dialect) -> Options:
    """Read the options; `ValueError` for a word that is not one of them."""
    return read_options(dialect, Options)
