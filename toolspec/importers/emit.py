"""JSON values → YAML text that the spec language reads as the same values."""

from __future__ import annotations

import json
import re
from io import StringIO
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.emitter import Emitter
from ruamel.yaml.scalarstring import DoubleQuotedScalarString, LiteralScalarString

from toolspec.importers.styles import is_block, is_plain
from toolspec.jsontypes import Json, JsonObject

_WIDTH = 100
# A simple value that is at most this long stands on one line.
_SHORT = 70
_MOST_KEYS = 8

# What JSON takes as it is and YAML does not, or reads as a line break.
_ESCAPED = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff\ufffe\uffff]")


def block(value: JsonObject | list[Json], column: int = 0) -> str:
    """The value as lines of YAML in block style, indented by `column`."""
    stream = StringIO()
    _YAML.dump(_styled(value, in_flow=False, is_root=True), stream)
    pad = " " * column
    lines = stream.getvalue().rstrip("\n").split("\n")
    # A blank that ruamel leaves at a fold is no part of the text.
    return "".join(f"{pad}{each.rstrip()}\n" if each.strip() else "\n" for each in lines)


def flow(value: Json) -> str:
    """The value on one line, for a place where lines cannot be added."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{flow(key)}: {flow(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(flow, value)) + "]"
    if isinstance(value, str) and is_plain(value, in_flow=True):
        return value
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    return _ESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


class _OneLineQuotes(Emitter):
    """Keeps a quoted text on one line: folded, it would be full of backslashes."""

    def write_double_quoted(self, text: Any, split: Any = True) -> None:
        super().write_double_quoted(text, split=False)


def _yaml() -> YAML:
    yaml = YAML()
    yaml.Emitter = _OneLineQuotes
    yaml.width = _WIDTH
    yaml.indent(mapping=2, sequence=4, offset=2)
    return yaml


_YAML = _yaml()


def _styled(value: Json, *, in_flow: bool, is_root: bool = False) -> Any:
    if isinstance(value, str):
        return _styled_text(value, in_flow=in_flow)
    if isinstance(value, dict):
        is_short = not is_root and _is_short(value)
        mapping = CommentedMap(
            (_styled_key(key), _styled(each, in_flow=in_flow or is_short))
            for key, each in value.items()
        )
        if is_short:
            mapping.fa.set_flow_style()
        return mapping
    if isinstance(value, list):
        is_short = not is_root and _is_short(value)
        sequence = CommentedSeq(_styled(each, in_flow=in_flow or is_short) for each in value)
        if is_short:
            sequence.fa.set_flow_style()
        return sequence
    return value


def _is_short(value: JsonObject | list[Json]) -> bool:
    """Whether a mapping or list fits on a line; a list of mappings is easier to read on several."""
    return _is_simple(value) and len(json.dumps(value, ensure_ascii=False)) <= _SHORT


def _is_simple(value: Json) -> bool:
    if isinstance(value, dict):
        return len(value) <= _MOST_KEYS and all(map(_is_simple, value.values()))
    return not isinstance(value, list) or not any(isinstance(x, dict | list) and x for x in value)


def _styled_text(text: str, *, in_flow: bool) -> Any:
    if not in_flow and is_block(text):
        return LiteralScalarString(text)
    return text if is_plain(text, in_flow=in_flow) else DoubleQuotedScalarString(text)


def _styled_key(text: str) -> Any:
    return text if is_plain(text, in_flow=True) else DoubleQuotedScalarString(text)
