"""Generated catalogues as a spec may have them: every keyword, any name, nothing lint refuses."""

from __future__ import annotations

from typing import Final

from hypothesis import strategies as st

from tests.sdk.spelling import TEXTS, SchemaSpelling
from toolspec.jsontypes import JsonObject
from toolspec.provider import ToolDefinition

# Some no provider takes, some become one name where Cyrillic is transliterated.
NAMES: Final = (
    *("find", "get_order", "заказ", "zakaz", "заказы.список", "9lives", "отправить письмо", "-"),
    *("a/b", "naïve", "名前", "🚚", "x" * 64, "x" * 100, "ж" * 100, "get:order", "Find"),
)
# Short spellings make schemas in which one thing is odd, long ones those in which much meets.
_SPELLINGS: Final = st.binary(min_size=8, max_size=24) | st.binary(min_size=90, max_size=90)
SCHEMAS: Final[st.SearchStrategy[JsonObject]] = _SPELLINGS.map(
    lambda spelling: SchemaSpelling(spelling).root()
)
CATALOGUES: Final[st.SearchStrategy[tuple[ToolDefinition, ...]]] = st.lists(
    st.builds(
        ToolDefinition,
        name=st.sampled_from(NAMES),
        description=st.sampled_from(TEXTS),
        parameters=SCHEMAS,
        strict=st.booleans(),
    ),
    min_size=1,
    max_size=3,
    unique_by=lambda tool: tool.name,
).map(tuple)
