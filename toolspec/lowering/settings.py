"""Settings as one dialect takes them: what it does not take is not sent."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from toolspec.dialect import Dialect
from toolspec.lowering.catalogue import Catalogue
from toolspec.provider import NamedTool, Settings, ToolChoice

_T = TypeVar("_T")


def admit(settings: Settings, dialect: Dialect, catalogue: Catalogue) -> Settings:
    """The settings that are sent; tool choices by name take the name on the wire.

    A tool choice that is not taken is left out like the rest; see `offers_tools` for `none`.
    """
    return replace(
        settings,
        temperature=_taken(settings.temperature, "temperature", dialect),
        max_output_tokens=_taken(settings.max_output_tokens, "max_output_tokens", dialect),
        seed=_taken(settings.seed, "seed", dialect),
        parallel_tool_calls=_taken(settings.parallel_tool_calls, "parallel_tool_calls", dialect),
        tool_choice=_choice(settings.tool_choice, dialect, catalogue),
        output_limit_field=settings.output_limit_field or dialect.output_limit_field,
    )


def offers_tools(settings: Settings, dialect: Dialect) -> bool:
    """Whether the catalogue goes with the request.

    Where the tool choice `none` cannot be said, it is kept by offering nothing.
    """
    return settings.tool_choice != "none" or _takes("tool_choice.none", dialect)


def _choice(choice: ToolChoice | None, dialect: Dialect, catalogue: Catalogue) -> ToolChoice | None:
    if choice is None:
        return None
    if isinstance(choice, NamedTool):
        wire = NamedTool(_wire_name(choice.name, catalogue))
        return wire if _takes("tool_choice.named", dialect) else None
    return choice if _takes(f"tool_choice.{choice}", dialect) else None


def _wire_name(name: str, catalogue: Catalogue) -> str:
    return next((wire for wire, own in catalogue.names.items() if own == name), name)


def _taken(value: _T, subject: str, dialect: Dialect) -> _T | None:
    return value if _takes(subject, dialect) else None


def _takes(subject: str, dialect: Dialect) -> bool:
    return dialect.acceptance(subject).value == "accepted"
