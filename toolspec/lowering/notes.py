r"""What a wire format has no keyword for, said at the end of a description.

The one form of a note, for machines as for models:

    note  = "[" item *( "; " item ) "]"
    item  = keyword ": " value

`value` is JSON without blanks between its tokens, in which only quotes, backslashes and control
characters are escaped; keywords stand in alphabetical order. A description that had a text is
followed by one blank and the note; otherwise the note is the whole description:

    The code of the article. [maxLength: 40; pattern: "^SKU-"]
"""

from __future__ import annotations

from collections.abc import Mapping

from toolspec.jsontypes import Json
from toolspec.lowering.values import compact


def with_note(description: str, said: Mapping[str, Json]) -> str:
    """The description with a note of keywords and their values at its end."""
    items = "; ".join(f"{keyword}: {compact(value)}" for keyword, value in sorted(said.items()))
    return f"{description} [{items}]" if description else f"[{items}]"
