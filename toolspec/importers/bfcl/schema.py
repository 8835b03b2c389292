"""The `parameters` of a BFCL function document → JSON Schema."""

from __future__ import annotations

from toolspec.importers.bfcl.types import TYPES
from toolspec.importers.records import LeftOut, Refusal
from toolspec.importers.schema_parts import WITHOUT_MEANING, schema_parts
from toolspec.jsontypes import Json, JsonObject
from toolspec.pointers import json_pointer
from toolspec.source import PathSteps
from toolspec.wording import shown

# Known flaws of the data, each a keyword that cannot hold: it is left out and listed.
FLAWS = frozenset({"TS301", "TS302", "TS304", "TS307", "TS313", "TS314"})


def schema_of(
    parameters: JsonObject, path: PathSteps
) -> tuple[JsonObject, tuple[LeftOut, ...], tuple[Refusal, ...]]:
    """The schema of a document's parameters, which stand at `path`, and what it lost."""
    left_out: list[LeftOut] = []
    mapped = _mapped(parameters, path, left_out)
    kept, lost, refusals = schema_parts(mapped, path, WITHOUT_MEANING | FLAWS)
    return kept, (*left_out, *lost), refusals


def _mapped(schema: Json, path: PathSteps, left_out: list[LeftOut]) -> Json:
    """A schema with JSON types; only places that hold schemas are looked at."""
    if not isinstance(schema, dict):
        return schema
    kept: JsonObject = {}
    for key, value in schema.items():
        here = (*path, key)
        if key == "type":
            kept.update(_typed(value, here, left_out))
        elif key == "optional":
            why = "`required` of the object says which arguments may be left out"
            left_out.append(LeftOut(json_pointer(here), why, "optional"))
        elif key == "properties" and isinstance(value, dict):
            kept[key] = {
                name: _mapped(each, (*here, name), left_out) for name, each in value.items()
            }
        elif key in ("items", "additionalProperties"):
            kept[key] = _mapped(value, here, left_out)
        else:
            kept[key] = value
    return kept


def _typed(word: Json, path: PathSteps, left_out: list[LeftOut]) -> JsonObject:
    known = TYPES.get(word) if isinstance(word, str) else None
    if known is None:
        why = f"the type {shown(word)} is unknown; any value is allowed"
        left_out.append(LeftOut(json_pointer(path), why, "type unknown"))
        return {}
    kind, loss = known
    if loss is not None:
        why = f"`{word}` becomes `{kind}`; {loss}"
        left_out.append(LeftOut(json_pointer(path), why, f"type {word}"))
    return {} if kind is None else {"type": kind}
