"""The type words of BFCL's function documents, those of its Java and JavaScript sets included."""

from __future__ import annotations

from typing import Final

_RANGE = "its range is not carried"
_COLLECTION = "which kind of collection is not carried"

# Word → JSON type (null: any value) and what is lost with it, if anything.
# Words: BFCL v4, `bfcl_eval/constants/type_mappings.py`, and those seen in its data.
TYPES: Final[dict[str, tuple[str | None, str | None]]] = {
    "any": (None, None),
    "Any": (None, None),
    "Object": (None, None),
    "array": ("array", None),
    "list": ("array", None),
    "tuple": ("array", "that it has a fixed length is not carried"),
    "Array": ("array", None),
    "List": ("array", None),
    "ArrayList": ("array", _COLLECTION),
    "Queue": ("array", _COLLECTION),
    "Stack": ("array", _COLLECTION),
    "Set": ("array", "that its items differ is not carried"),
    "dict": ("object", None),
    "object": ("object", None),
    "HashMap": ("object", _COLLECTION),
    "Hashtable": ("object", _COLLECTION),
    "Map": ("object", None),
    "bool": ("boolean", None),
    "boolean": ("boolean", None),
    "Boolean": ("boolean", None),
    "char": ("string", "that it is one character is not carried"),
    "string": ("string", None),
    "String": ("string", None),
    "integer": ("integer", None),
    "int": ("integer", None),
    "Integer": ("integer", None),
    "byte": ("integer", _RANGE),
    "short": ("integer", _RANGE),
    "long": ("integer", _RANGE),
    "Bigint": ("integer", None),
    "number": ("number", None),
    "float": ("number", None),
    "double": ("number", None),
    "null": ("null", None),
}
