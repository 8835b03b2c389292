"""Which case a stranger's conversation belongs to, by what its user has said."""

from __future__ import annotations

from collections.abc import Sequence

from toolspec.provider import Conversation, UserTurn
from toolspec.spec import Case


def case_of(conversation: Conversation, cases: Sequence[Case]) -> Case | None:
    """The case that fits best, the first of equals; null when none does.

    A dialogue as far as it goes fits best, then the last message, then the first one. A first
    message may also end with that of a case, behind a context; the longest such ending is meant.
    """
    said = [each.text for each in conversation if isinstance(each, UserTurn)]
    if not said:
        return None
    exact = (
        [each for each in cases if [turn.user for turn in each.dialogue[: len(said)]] == said],
        [each for each in cases if each.user == said[-1]],
        [each for each in cases if each.user == said[0]],
    )
    for found in exact:
        if found:
            return found[0]
    behind = (each for each in cases if said[0].endswith(each.user))
    return max(behind, key=lambda each: len(each.user), default=None)
