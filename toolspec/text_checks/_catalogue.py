"""The checks there are: one module each, found by name and imported when it is used."""

from __future__ import annotations

from typing import Final, cast

from toolspec.catalog import Catalog
from toolspec.text_checks._records import TextCheck

TEXT_CHECKS: Final = Catalog("text_check", "toolspec.text_checks")


def load(name: str) -> TextCheck:
    """The check called `name`; raises `UnknownPlugin`."""
    return cast("TextCheck", TEXT_CHECKS.load(name))


def folds(check: TextCheck) -> bool:
    """Whether the foldings of a rule change the verdict of the check."""
    return bool(getattr(check, "FOLDS", False))
