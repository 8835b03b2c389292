"""The generated catalogues themselves: usable by a spec, and no keyword is missing from them."""

from __future__ import annotations

from hypothesis import given

from tests.sdk.catalogues import SCHEMAS
from tests.sdk.contracts import EXAMPLES
from toolspec.contract.document import Document
from toolspec.contract.keywords import SHAPES
from toolspec.contract.lint import lint
from toolspec.jsontypes import JsonObject


@EXAMPLES
@given(SCHEMAS)
def test_no_schema_has_an_error(schema: JsonObject) -> None:
    assert [each for each in lint(schema) if each.severity == "error"] == []


def test_every_keyword_is_in_some_schema() -> None:
    found: set[str] = set()

    @EXAMPLES
    @given(SCHEMAS)
    def look(schema: JsonObject) -> None:
        found.update(keyword for node in Document(schema).nodes for keyword in node.keywords)

    look()
    assert found >= SHAPES.keys()
