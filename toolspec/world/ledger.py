"""The system of record: every change of the state is an entry here, and nothing else changes it."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import asdict, dataclass, replace
from typing import Literal

from toolspec.expressions import (
    ExpressionError,
    Steps,
    append_at,
    delete_at,
    get_at,
    set_at,
    shown_path,
)
from toolspec.jsontypes import Json, JsonObject
from toolspec.story import Effect


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One write with its place worked out."""

    op: Literal["set", "append", "delete"]
    steps: Steps
    value: Json = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One committed effect: what it changed, and the result that its caller is owed."""

    effect: Effect
    changes: tuple[Change, ...]
    result: Json


class Ledger:
    """The entries of one attempt, on a state of its own."""

    def __init__(self, state: JsonObject) -> None:
        self._initial = deepcopy(state)
        self._state: Json = self._initial
        self._entries: list[Entry] = []

    @property
    def state(self) -> Json:
        """The state now. Changes make a new one, so it may be kept."""
        return self._state

    @property
    def initial(self) -> Json:
        """The state at the start of the attempt."""
        return self._initial

    @property
    def effects(self) -> tuple[Effect, ...]:
        """Every committed effect, oldest first."""
        return tuple(each.effect for each in self._entries)

    def entry_of(self, tool: str, key: Json) -> Entry | None:
        """The entry that a tool has committed under an idempotency key."""
        return next(
            (
                each
                for each in self._entries
                if each.effect.tool == tool and each.effect.key == _key(key)
            ),
            None,
        )

    def commit(self, effect: Effect, changes: tuple[Change, ...], result: Json) -> Entry:
        """Apply the changes and keep them; `ExpressionError`, and none of them, when one fails."""
        state, written = self._state, []
        for change in changes:
            before = _value_at(state, change.steps)
            state = applied(state, change)
            written.append(
                {
                    "op": change.op,
                    "path": shown_path(change.steps),
                    "before": before,
                    "after": _value_at(state, change.steps),
                }
            )
        made = replace(effect, writes=tuple(written))
        entry = Entry(effect=made, changes=changes, result=deepcopy(result))
        self._state = state
        self._entries.append(entry)
        return entry

    def read_back(self) -> Json:
        """The state as the entries alone make it, from a fresh copy of the start."""
        state: Json = deepcopy(self._initial)
        for entry in self._entries:
            for change in entry.changes:
                state = applied(state, change)
        return state

    def event(self) -> JsonObject:
        """The end state and the ledger, as the journal keeps them."""
        ledger = [{**asdict(each), "writes": list(each.writes)} for each in self.effects]
        return {"event": "state", "state": self.read_back(), "ledger": ledger}


def applied(state: Json, change: Change) -> Json:
    """The state after one change."""
    if change.op == "set":
        return set_at(state, change.steps, change.value)
    if change.op == "append":
        return append_at(state, change.steps, change.value)
    return delete_at(state, change.steps)


def _value_at(state: Json, steps: Steps) -> Json:
    try:
        return get_at(state, steps)
    except ExpressionError:
        return None


def _key(value: Json) -> str | None:
    return None if value is None else str(value)
