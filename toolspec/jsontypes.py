"""The type of a JSON value, as it flows between the stages."""

from __future__ import annotations

from typing import Any, TypeAlias

# A recursive alias would be exact, but every index into provider JSON would then need a cast.
Json: TypeAlias = Any
JsonObject: TypeAlias = dict[str, Any]
