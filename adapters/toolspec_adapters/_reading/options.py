"""The words that an adapter reads from `options` of its dialect's data file."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, TypeVar

from toolspec.dialect import Dialect

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Options = TypeVar("Options", bound="DataclassInstance")


def read_options(dialect: Dialect, kind: type[Options]) -> Options:
    """Read the options as a record of that kind; `ValueError` for a word that it does not have."""
    known = {each.name for each in fields(kind)}
    unknown = sorted(dialect.options.keys() - known)
    if unknown:
        raise ValueError(f"the dialect `{dialect.name}` has the unknown option `{unknown[0]}`")
    return kind(**dict(dialect.options))
