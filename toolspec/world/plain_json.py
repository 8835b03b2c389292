"""Values of stubs and hooks as plain JSON, in copies that nobody else holds."""

from __future__ import annotations

import json

from toolspec.jsontypes import Json


class NotJson(ValueError):
    """A value has no place in JSON."""


def plain(value: object) -> Json:
    """A copy of a value, tuples as lists; raises `NotJson`, for NaN and infinity too."""
    try:
        return json.loads(json.dumps(value, allow_nan=False))
    except (TypeError, ValueError, RecursionError) as error:
        raise NotJson(str(error)) from error
