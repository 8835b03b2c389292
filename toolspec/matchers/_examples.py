"""A small value that the schema of a place allows, for expectations that leave the value open."""

from __future__ import annotations

from toolspec.jsontypes import Json, JsonObject
from toolspec.matchers._records import Unsolvable
from toolspec.matchers._schema_at import schemas_at, types_at


def example_at(root: JsonObject, pointer: str) -> Json:
    """The smallest value that the schema at `pointer` allows; raises `Unsolvable`.

    Where no schema says anything, that is a short text.
    """
    from toolspec.contract import example

    schemas = schemas_at(root, pointer)
    # Local references lead to the definitions, so those go along with the place.
    shared: JsonObject = {key: root[key] for key in ("$defs", "definitions") if key in root}
    found = example({**shared, **schemas[0]} if schemas else {})
    if found is None and "null" not in types_at(root, pointer):
        raise Unsolvable(f"no value could be derived from the schema at `{pointer}`")
    return found
