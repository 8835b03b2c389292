"""Does the document have the shape of the language? Driven by the published JSON Schema.

The walker reads the part of JSON Schema that the language uses, and reports each problem at its own
place with the fix an author needs, which no general validator can. A test holds it to
`jsonschema`'s verdict on the same schema. `x-empty` names the code for a check that checks nothing.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from toolspec import language, wording
from toolspec.diagnostics import Diagnostics
from toolspec.jsontypes import Json, JsonObject
from toolspec.source import Document, PathSteps

_TYPES: dict[str, Callable[[Json], bool]] = {
    "object": lambda value: type(value) is dict,
    "array": lambda value: type(value) is list,
    "string": lambda value: type(value) is str,
    "boolean": lambda value: type(value) is bool,
    "null": lambda value: value is None,
    "integer": lambda value: type(value) is int or (type(value) is float and value.is_integer()),
    "number": lambda value: type(value) in (int, float),
}
_WORDS = {
    "object": "a mapping",
    "array": "a list",
    "string": "a text",
    "boolean": "true or false",
    "null": "nothing",
    "integer": "a whole number",
    "number": "a number",
}
_SECRET_KEY = re.compile(r"^(api_?)?key$|token$|secret$|password$|^authorization$", re.IGNORECASE)
_YAML_1_1_BOOLEANS = {"yes": "true", "on": "true", "no": "false", "off": "false", "y": "true", "n": "false"}


def check_shape(document: Document, problems: Diagnostics) -> None:
    """Report every place where the document departs from the language's schema."""
    _Walker(document, problems).visit(language.schema(), document.root, ())


class _Walker:
    def __init__(self, document: Document, problems: Diagnostics) -> None:
        self._document = document
        self._problems = problems
        self._defs: JsonObject = language.schema()["$defs"]

    def visit(self, schema: JsonObject, value: Json, path: PathSteps) -> None:
        empty = schema.get("x-empty")
        schema = self._resolve(schema)
        if empty and (value is None or value == [] or value == {}):
            self._report(empty, "this checks nothing", path, help="write an expectation, or remove the line")
            return
        if "oneOf" in schema:
            chosen = self._choose(schema["oneOf"], value)
            if chosen is None:
                self._report_type([self._resolve(each) for each in schema["oneOf"]], value, path)
            else:
                self.visit(chosen, value, path)
            return
        if not self._fits_type(schema, value):
            self._report_type([schema], value, path)
            return
        self._check_value(schema, value, path)

    def _check_value(self, schema: JsonObject, value: Json, path: PathSteps) -> None:
        if type(value) is dict:
            self._check_mapping(schema, value, path)
        elif type(value) is list:
            self._check_list(schema, value, path)
        elif type(value) is str:
            self._check_text(schema, value, path)
        elif type(value) in (int, float):
            self._check_number(schema, value, path)
        self._check_allowed(schema, value, path)

    def _resolve(self, schema: JsonObject) -> JsonObject:
        while "$ref" in schema:
            schema = self._defs[schema["$ref"].rsplit("/", 1)[1]]
        return schema

    def _fits_type(self, schema: JsonObject, value: Json) -> bool:
        expected = schema.get("type")
        return expected is None or _TYPES[expected](value)

    def _choose(self, alternatives: list[JsonObject], value: Json) -> JsonObject | None:
        """The alternative the author meant: by kind of value, then by the keys that are there."""
        fitting = []
        for each in alternatives:
            resolved = self._resolve(each)
            if "const" in resolved:
                if type(value) is type(resolved["const"]):
                    fitting.append(each)
            elif self._fits_type(resolved, value):
                fitting.append(each)
        if len(fitting) > 1 and type(value) is dict:
            for each in fitting:
                if all(key in value for key in self._resolve(each).get("required", ())):
                    return each
        return fitting[0] if fitting else None

    def _check_mapping(self, schema: JsonObject, value: JsonObject, path: PathSteps) -> None:
        properties = schema.get("properties", {})
        others = schema.get("additionalProperties", True)
        for key, item in value.items():
            if key in properties:
                self.visit(properties[key], item, (*path, key))
            elif others is False:
                self._report_unknown_key(key, properties, (*path, key))
            elif others is not True:
                self._check_name(schema, key, (*path, key))
                self.visit(others, item, (*path, key))
        for key in schema.get("required", ()):
            if key not in value:
                where = f"`{path[-1]}`" if path and isinstance(path[-1], str) else "this"
                help = self._resolve(properties[key]).get("description") or properties[key].get("description")
                self._report("TS103", f"the key `{key}` is missing in {where}", path, at="first_key", help=help)
        self._check_size(schema, len(value), "Properties", "keys", path)

    def _check_name(self, schema: JsonObject, key: str, path: PathSteps) -> None:
        pattern = schema.get("propertyNames", {}).get("pattern")
        if pattern and not re.search(pattern, key):
            self._report_pattern(key, path, at="key")

    def _check_list(self, schema: JsonObject, value: list[Json], path: PathSteps) -> None:
        items = schema.get("items")
        if items is not None:
            for index, item in enumerate(value):
                self.visit(items, item, (*path, index))
        self._check_size(schema, len(value), "Items", "items", path)

    def _check_size(self, schema: JsonObject, size: int, kind: str, noun: str, path: PathSteps) -> None:
        least, most = schema.get(f"min{kind}", 0), schema.get(f"max{kind}", size)
        if size < least:
            self._report("TS105", f"at least {least} {noun} needed, there are {size}", path)
        elif size > most:
            self._report("TS105", f"at most {most} {noun} allowed, there are {size}", path)

    def _check_text(self, schema: JsonObject, value: str, path: PathSteps) -> None:
        if len(value) < schema.get("minLength", 0):
            self._report("TS105", "the text is empty", path)
        elif "pattern" in schema and not re.search(schema["pattern"], value):
            self._report_pattern(value, path)

    def _report_secret(self, message: str, path: PathSteps) -> None:
        """Report a key that stands in the file, without showing the line it stands in."""
        help = "put it in an environment variable, and name that variable in `key_env`"
        found = self._document.diagnostic("TS603", message, path, at="key", help=help)
        self._problems.add(replace(found, source=None))

    def _report_pattern(self, value: str, path: PathSteps, at: str = "value") -> None:
        if path[-1] == "key_env":
            self._report_secret("this is not the name of an environment variable", path)
            return
        is_duration = path[-1] in ("timeout", "max_wait")
        help = "write `500ms`, `60s` or `2m`" if is_duration else "letters, digits and `_ . -`, at most 100"
        self._report("TS106", f"the text {wording.shown(value)} is not allowed here", path, at=at, help=help)

    def _check_number(self, schema: JsonObject, value: float, path: PathSteps) -> None:
        if not math.isfinite(value):
            self._report("TS108", f"`{self._document.written(path)}` is not a finite number", path)
            return
        bounds: list[tuple[str, str, Callable[[Any, Any], bool]]] = [
            ("minimum", "at least", lambda got, bound: got >= bound),
            ("maximum", "at most", lambda got, bound: got <= bound),
            ("exclusiveMinimum", "more than", lambda got, bound: got > bound),
            ("exclusiveMaximum", "less than", lambda got, bound: got < bound),
        ]
        for keyword, words, holds in bounds:
            if keyword in schema and not holds(value, schema[keyword]):
                is_share = (schema.get("minimum"), schema.get("maximum")) == (0, 1)
                help = f"a share: write {value / 100:g} for {value:g} %" if is_share and value > 1 else None
                message = f"the number must be {words} {schema[keyword]}, it is {value:g}"
                self._report("TS105", message, path, help=help)

    def _check_allowed(self, schema: JsonObject, value: Json, path: PathSteps) -> None:
        allowed = schema.get("enum", [schema["const"]] if "const" in schema else None)
        if allowed is None or any(type(value) is type(each) and value == each for each in allowed):
            return
        listed = ", ".join(f"`{wording.shown(each).strip(chr(34))}`" for each in allowed)
        names = [each for each in allowed if isinstance(each, str)]
        near = wording.nearest(value, names) if isinstance(value, str) else None
        help = f"did you mean `{near}`?" if near else f"allowed: {listed}"
        self._report("TS104", f"{wording.shown(value)} is not allowed here; allowed: {listed}", path, help=help)

    def _report_type(self, schemas: list[JsonObject], value: Json, path: PathSteps) -> None:
        expected = [self._type_words(each) for each in schemas]
        help = None
        types = {each.get("type") for each in schemas}
        if type(value) in (int, float, bool) and "string" in types:
            help = f'quote it: "{self._document.written(path)}"'
        elif isinstance(value, str) and "boolean" in types and value.lower() in _YAML_1_1_BOOLEANS:
            help = f"write `{_YAML_1_1_BOOLEANS[value.lower()]}`"
        elif isinstance(value, str) and types & {"number", "integer"}:
            help = "write a plain decimal number, without quotes"
        wanted = " or ".join(dict.fromkeys(expected))
        got = wording.kind(value)
        shown = "" if isinstance(value, dict | list) or value is None else f" ({wording.shown(value)})"
        self._report("TS101", f"expected {wanted}, got {got}{shown}", path, help=help)

    def _type_words(self, schema: JsonObject) -> str:
        if "const" in schema:
            return f"`{wording.shown(schema['const']).strip(chr(34))}`"
        if "enum" in schema:
            return "one of " + ", ".join(f"`{each}`" for each in schema["enum"])
        return _WORDS[schema["type"]] if "type" in schema else "another value"

    def _report_unknown_key(self, key: str, known: JsonObject, path: PathSteps) -> None:
        if _SECRET_KEY.search(key):
            self._report_secret("a secret does not belong in a spec", path)
            return
        near = wording.nearest(key, known)
        homes = [] if near else self._homes(key, known)
        if homes:
            help = f"`{key}` belongs in `{homes[0]}`"
        else:
            help = wording.did_you_mean(key, known)
        self._report("TS102", f"unknown key `{wording.visible(key)}`", path, at="key", help=help)

    def _homes(self, key: str, siblings: JsonObject) -> list[str]:
        """The sibling keys whose own mapping knows `key`: it was written one level too high."""
        found = []
        for name, schema in siblings.items():
            alternatives = self._resolve(schema).get("oneOf", [schema])
            if any(key in self._resolve(each).get("properties", {}) for each in alternatives):
                found.append(name)
        return found

    def _report(self, code: str, message: str, path: PathSteps, *, at: str = "value", help: str | None = None) -> None:
        self._problems.add(self._document.diagnostic(code, message, path, at=at, help=help))
