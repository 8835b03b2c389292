"""JSON as RFC 8259 means it, for text that a model wrote.

Python's own reader takes `NaN`, lets the last of two equal keys win, and turns `1e999` into an
infinity. Here each of these is a named refusal, because a call that was read with a guess in it is
not the call that the model proposed. Lone surrogates are kept: they are the model's, and whoever
writes them out escapes them.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from math import isinf
from typing import Literal, NoReturn, TypeAlias

from toolspec.jsontypes import Json, JsonObject

StrictJsonKind: TypeAlias = Literal[
    "not_json",  # the text breaks the grammar
    "unfinished",  # the text is a proper beginning of a JSON value
    "trailing_data",  # something follows the value
    "duplicate_key",  # one object gives one key twice
    "non_finite",  # NaN, Infinity, or a number that no double can hold
    "number_too_long",  # an integer with more digits than Python will read
    "too_deep",  # nested deeper than MAX_DEPTH
]

# Levels of nesting. Far above any real argument, far below the limit of every JSON writer.
MAX_DEPTH = 100

_BLANK = " \t\n\r"
_LITERAL_BEGINNING = re.compile(r"-|t(?:ru?)?|f(?:a(?:ls?)?)?|n(?:ul?)?")
_NUMBER_TAIL = re.compile(r"\.|[eE][+-]?")
_ESCAPE_BEGINNING = re.compile(r"\\?u?[0-9A-Fa-f]{0,4}")


class StrictJsonError(ValueError):
    """The text is not one strict JSON value.

    `kind` says how, `message` in words, `offset` where: in characters of the text (in bytes when
    the bytes are not UTF-8), null when the reader does not know.
    """

    def __init__(self, kind: StrictJsonKind, message: str, offset: int | None) -> None:
        super().__init__(message)
        self.kind: StrictJsonKind = kind
        self.message = message
        self.offset = offset


def parse(text: str | bytes) -> Json:
    """Read one JSON value and nothing else; raise `StrictJsonError` for anything that is not one.

    When a text is wrong in several ways the grammar comes first: an unfinished text with a
    duplicate key is `unfinished`.
    """
    decoded = text if isinstance(text, str) else _utf8(text)
    try:
        value = _STRICT.decode(decoded)
    except StrictJsonError as refusal:
        _raise_syntax_error_first(decoded)
        raise refusal from None
    except json.JSONDecodeError as error:
        raise _syntax_error(decoded, error) from None
    except RecursionError:
        raise _too_deep() from None
    except ValueError:  # the limit of `sys.get_int_max_str_digits`
        raise StrictJsonError("number_too_long", "an integer has too many digits", None) from None
    if decoded.count("{") + decoded.count("[") > MAX_DEPTH and is_too_deep(value):
        raise _too_deep()
    return value


def is_unfinished(text: str) -> bool:
    """Whether the text is the beginning of a JSON value that was cut off."""
    try:
        parse(text)
    except StrictJsonError as error:
        return error.kind == "unfinished"
    return False


def is_too_deep(value: Json) -> bool:
    """Whether arrays and objects are nested deeper than `MAX_DEPTH`; safe at any depth."""
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [child for each in level for child in _containers(each)]
        if not level:
            return False
    return True


def _containers(value: Json) -> list[Json]:
    """Give the arrays and objects directly inside a value."""
    if isinstance(value, dict):
        return [each for each in value.values() if isinstance(each, list | dict)]
    if isinstance(value, list):
        return [each for each in value if isinstance(each, list | dict)]
    return []


def _utf8(text: bytes) -> str:
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError as error:
        raise StrictJsonError("not_json", "the bytes are not UTF-8", error.start) from None


def _object(pairs: list[tuple[str, Json]]) -> JsonObject:
    result = dict(pairs)
    if len(result) < len(pairs):
        key = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise StrictJsonError("duplicate_key", f"key `{key}` is given twice", None)
    return result


def _finite(text: str) -> float:
    number = float(text)
    if isinf(number):
        _refuse_constant(text)
    return number


def _refuse_constant(text: str) -> NoReturn:
    raise StrictJsonError("non_finite", f"`{text[:40]}` is not a finite number", None)


def _too_deep() -> StrictJsonError:
    return StrictJsonError("too_deep", f"nested deeper than {MAX_DEPTH} levels", None)


def _raise_syntax_error_first(text: str) -> None:
    """Finish reading a text whose reading was stopped by a hook, for its grammar alone."""
    try:
        _GRAMMAR.decode(text)
    except json.JSONDecodeError as error:
        raise _syntax_error(text, error) from None
    except (ValueError, RecursionError):
        return


def _syntax_error(text: str, error: json.JSONDecodeError) -> StrictJsonError:
    message = error.msg[:1].lower() + error.msg[1:]
    if text.strip(_BLANK) and _ends_inside_a_value(text, error):
        return StrictJsonError("unfinished", "the text ends inside a value", len(text))
    if error.msg == "Extra data":
        return StrictJsonError("trailing_data", "something follows the value", error.pos)
    return StrictJsonError("not_json", message, error.pos)


def _ends_inside_a_value(text: str, error: json.JSONDecodeError) -> bool:
    rest = text[error.pos :]
    if not rest.strip(_BLANK) or error.msg.startswith("Unterminated string"):
        return True
    if error.msg.startswith("Invalid \\uXXXX"):
        return _ESCAPE_BEGINNING.fullmatch(rest) is not None
    if error.msg == "Expecting value":
        return _LITERAL_BEGINNING.fullmatch(rest) is not None
    before = text[error.pos - 1 : error.pos]
    return "0" <= before <= "9" and _NUMBER_TAIL.fullmatch(rest) is not None


_STRICT = json.JSONDecoder(
    object_pairs_hook=_object, parse_float=_finite, parse_constant=_refuse_constant
)
_GRAMMAR = json.JSONDecoder(parse_constant=lambda _: None)
