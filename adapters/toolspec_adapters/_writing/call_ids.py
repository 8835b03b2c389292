"""The ids of calls as a server takes them back: in its alphabet, and none twice."""

from __future__ import annotations

import re

from toolspec_adapters._writing.exchanges import Exchange


class CallIds:
    """The ids of one conversation, for servers that want them unique in all of it.

    `allowed` is what all of an id has to match. Some models count their calls anew every turn.
    """

    def __init__(self, allowed: re.Pattern[str]) -> None:
        self._allowed = allowed
        self._taken: set[str] = set()

    def of(self, block: Exchange) -> dict[int, str]:
        """An id for each answered call by its place: its own, or one made from the place."""
        ids: dict[int, str] = {}
        for each in block.answered:
            own = each.call.call_id or ""
            is_good = self._allowed.fullmatch(own) is not None and own not in self._taken
            ids[each.place] = own if is_good else f"call_toolspec_{block.number}_{each.place}"
            self._taken.add(ids[each.place])
        return ids
