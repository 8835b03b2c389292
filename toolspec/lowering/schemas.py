"""One schema as a dialect takes it: its rewrites in their order, and at last the fold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from toolspec.catalog import Catalog
from toolspec.dialect import SchemaRules
from toolspec.jsontypes import JsonObject
from toolspec.lowering.fold import Folding

REWRITES: Final = Catalog("rewrite", "toolspec.lowering.rewrites")


class SchemaLowering:
    """The way of schemas by one set of rules. Raises `UnknownPlugin` for a rewrite nobody has."""

    def __init__(self, rules: SchemaRules) -> None:
        self._rules = rules
        self._rewrites: list[Callable[[JsonObject, SchemaRules], JsonObject]] = [
            REWRITES.load(name).rewrite for name in rules.rewrites
        ]
        self._folding = Folding(rules)

    def lowered(self, schema: JsonObject) -> tuple[JsonObject, JsonObject]:
        """The schema, and keywords of its root that only the tool's description can still say.

        What nests too deeply to be walked is returned as it is.
        """
        try:
            changed = schema
            for rewrite in self._rewrites:
                changed = rewrite(changed, self._rules)
            return self._folding.folded(changed)
        except RecursionError:
            return schema, {}
