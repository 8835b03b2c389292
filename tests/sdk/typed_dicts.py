"""Payloads against `TypedDict`s, which name the parameters of an SDK and are not checked by it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.sdk.contracts import ABSENT, Rejected
from toolspec.jsontypes import Json


class Parameters:
    """The parameters of one method of an SDK."""

    def __init__(self, typed_dict: Any) -> None:
        self._pydantic = pytest.importorskip("pydantic", reason=ABSENT)
        self._type = self._pydantic.TypeAdapter(typed_dict)

    def check(self, body: Json) -> None:
        """Raise `Rejected` where a value does not fit its type, or a field is unknown."""
        try:
            _read_to_the_end(self._type.validate_python(body, extra="forbid"))
        except self._pydantic.ValidationError as error:
            raise Rejected(str(error)) from error


def _read_to_the_end(value: Any) -> None:
    """Pydantic validates an `Iterable` when it is read, and not before."""
    if isinstance(value, dict):
        value = value.values()
    elif not isinstance(value, list | tuple | Iterator):
        return
    for each in value:
        _read_to_the_end(each)
