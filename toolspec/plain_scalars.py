"""What an unquoted YAML scalar means: the YAML 1.2 core schema without its surprises.

`null`, booleans and plainly written decimal numbers get their JSON value. `no`, `on`, dates and
times are text. Text that another reader would take for a number with another spelling (`0123`,
`1_000`, `+7912`, `0x1F`, `61e9540`) stays text as written, and the caller is told to warn.
"""

from __future__ import annotations

import math
import re

from toolspec.jsontypes import Json

_NULL = frozenset({"", "~", "null", "Null", "NULL"})
_TRUE = frozenset({"true", "True", "TRUE"})
_FALSE = frozenset({"false", "False", "FALSE"})
_NOT_FINITE = {
    ".inf": math.inf,
    ".Inf": math.inf,
    ".INF": math.inf,
    "-.inf": -math.inf,
    "-.Inf": -math.inf,
    "-.INF": -math.inf,
    ".nan": math.nan,
    ".NaN": math.nan,
    ".NAN": math.nan,
}
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)", re.ASCII)
_FLOAT = re.compile(r"-?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?", re.ASCII)
_LOOKS_NUMERIC = re.compile(
    r"[-+]?(?:0[xX][0-9a-fA-F_]+|0[oO]?[0-7_]+|0[bB][01_]+|[0-9][0-9_]*\.?[0-9_]*(?:[eE][-+]?[0-9]+)?"
    r"|\.[0-9_]+(?:[eE][-+]?[0-9]+)?|\.inf)",
    re.ASCII | re.IGNORECASE,
)
# The first letters of every scalar that is not simply text; most scalars leave here.
_MAY_BE_MORE = frozenset("0123456789+-.~ntfNTF")

# Python refuses to convert longer digit strings (a guard against quadratic time).
_MOST_DIGITS = 4000


def resolve(text: str) -> tuple[Json, bool]:
    """Give the value of an unquoted scalar, and whether its spelling is ambiguous.

    An ambiguous scalar keeps its text as the value. Source of the core forms: YAML 1.2.2, 10.3.2.
    """
    if text and text[0] not in _MAY_BE_MORE:
        return text, False
    if text in _NULL:
        return None, False
    if text in _TRUE or text in _FALSE:
        return text in _TRUE, False
    if text in _NOT_FINITE:
        return _NOT_FINITE[text], False
    return _resolve_number(text)


def _resolve_number(text: str) -> tuple[Json, bool]:
    if len(text) <= _MOST_DIGITS:
        if _INTEGER.fullmatch(text):
            return int(text), False
        if _FLOAT.fullmatch(text):
            value = float(text)
            if math.isfinite(value):
                return value, False
    return text, _LOOKS_NUMERIC.fullmatch(text) is not None
