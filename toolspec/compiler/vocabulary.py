"""The names of plugins that a spec may use. Handed to the compiler, which imports none of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """`adapters` are names of wire formats; `metrics` tells of each metric if it is a share.

    `injections` are the names of the built-in instructions that a fault may put into a result.
    """

    adapters: tuple[str, ...]
    metrics: Mapping[str, bool]
    injections: tuple[str, ...] = ()
