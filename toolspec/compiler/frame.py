"""What the expectations of one case are read in: how far it is run, what it offers, when it is."""

from __future__ import annotations

from dataclasses import dataclass

from toolspec.spec import Until


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """The surroundings of one `expect`.

    `offered` holds the names of the tools that the case offers. `assents` are the tools to whose
    calls the user has agreed after the first turn; null in a case of one turn, which cannot have
    any.
    """

    until: Until
    offered: tuple[str, ...]
    clock: str | None
    assents: frozenset[str] | None = None

    @property
    def is_done(self) -> bool:
        """Whether the case is run to its end."""
        return self.until == "done"
