"""A BFCL function document → a tool."""

from __future__ import annotations

from dataclasses import dataclass

from toolspec import wording
from toolspec.importers.bfcl.schema import schema_of
from toolspec.importers.records import LeftOut, Part, Refusal
from toolspec.jsontypes import Json, JsonObject
from toolspec.pointers import json_pointer
from toolspec.source import PathSteps

_FUNCTION = frozenset({"name", "description", "parameters"})


@dataclass(frozen=True, slots=True)
class Function:
    """A function document, read: `document` tells two of one name apart."""

    part: Part
    document: JsonObject
    refusals: tuple[Refusal, ...] = ()


def read_function(document: Json, path: PathSteps) -> Function:
    """Read a function document, which stands at `path`."""
    if not isinstance(document, dict) or not isinstance(document.get("name"), str):
        message = "a function document is a mapping with a `name`"
        return Function(Part("", {}), {}, (Refusal("TS702", message, path),))
    name, parameters = document["name"], document.get("parameters")
    left_out = [
        LeftOut(json_pointer((*path, key)), "a spec does not describe results yet", f"key {key}")
        if key == "response"
        else LeftOut(json_pointer((*path, key)), "a spec has no place for it", f"key {key}")
        for key in document
        if key not in _FUNCTION
    ]
    description = document.get("description")
    if not isinstance(description, str) or not description:
        why = "there is no description; the name of the function stands in its place"
        left_out.append(LeftOut(json_pointer(path), why, "no description"))
        description = name
    value: JsonObject = {"description": description, "effect": "read"}
    refusals: tuple[Refusal, ...] = ()
    if isinstance(parameters, dict):
        where = (*path, "parameters")
        value["parameters"], lost, refusals = schema_of(parameters, where)
        left_out.extend(lost)
    elif parameters is not None:
        message = f"the parameters are a mapping, not {wording.kind(parameters)}"
        refusals = (Refusal("TS702", message, (*path, "parameters")),)
    return Function(Part(name, value, tuple(left_out)), document, refusals)
