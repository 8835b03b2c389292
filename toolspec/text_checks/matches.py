"""An ECMAScript regular expression finds something in the reply: `matches: "ORD-[0-9]{6}"`.

The reply is searched in NFC; `ignore_case` and `fold_yo` do not reach into the expression.
"""

import unicodedata

from toolspec.contract.patterns import UnsupportedPattern, compile_pattern, samples
from toolspec.jsontypes import Json, JsonObject
from toolspec.text_checks import Folding, Miss

SCHEMA: JsonObject = {"type": "string", "description": "a regular expression, a text"}
_TRIED = 4


def misses(option: Json, text: str, folding: Folding) -> Miss | None:
    """The expression, when it finds nothing; a timeout is raised."""
    found = compile_pattern(option).search(unicodedata.normalize("NFC", text))
    return None if found else Miss((option,))


def pieces(option: Json) -> tuple[tuple[str, ...], ...]:
    """A few texts that the expression finds."""
    return tuple((each,) for each, _ in zip(samples(option), range(_TRIED), strict=False))


def problem(option: Json) -> str | None:
    """The expression must be one that the engine supports."""
    try:
        compile_pattern(option)
    except UnsupportedPattern as error:
        return error.reason
    return None
