"""One way in which arguments break the contract of a tool."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

ViolationCode: TypeAlias = Literal[
    "missing_argument",
    "extra_argument",
    "wrong_type",
    "not_in_enum",
    "pattern_mismatch",
    "format_mismatch",
    "out_of_range",
    "wrong_length",
    "wrong_items",
    "combinator_mismatch",
    "too_deep",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """What is wrong and where: `pointer` is a JSON pointer (RFC 6901) into the arguments.

    For a missing or extra argument the pointer names that argument. `expected` and `got` are
    phrases, the two halves of `message`.
    """

    code: ViolationCode
    pointer: str
    keyword: str
    expected: str
    got: str
    message: str
