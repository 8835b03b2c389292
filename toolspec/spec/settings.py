"""How attempts are made, and how much of a contract a payload may lose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from toolspec.provider import ToolChoice

Exactness = Literal["exact", "lossy"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryPolicy:
    """When a request is sent again. `attempts` counts requests; waits are in seconds."""

    attempts: int = 3
    on: tuple[str, ...] = ("429", "5xx", "timeout", "connect", "read")
    max_wait_s: float = 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSettings:
    """How attempts are made; null settings are not sent.

    The rest is about attempts that are run to the end. `max_steps` counts the model's answers to
    one message of the user, `repeat_limit` the times that one call with one result may come there;
    `attempt_tokens` bounds the tokens of an attempt, as the provider counts them;
    `max_result_chars` the text of a tool's result that the model is shown.
    """

    temperature: float | None = None
    max_output_tokens: int | None = None
    seed: int | None = None
    tool_choice: ToolChoice | None = None
    parallel_tool_calls: bool | None = None
    repetitions: int = 1
    parallelism: int = 4
    timeout_s: float = 60.0
    retry: RetryPolicy = RetryPolicy()
    max_steps: int = 8
    repeat_limit: int = 4
    attempt_tokens: int | None = None
    max_result_chars: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractRules:
    """How much of a contract a payload may lose: `accept` for all, `tools` for single ones."""

    accept: Exactness = "lossy"
    tools: Mapping[str, Exactness] = field(default_factory=dict)

    def accepted(self, tool: str) -> Exactness:
        """What is accepted for one tool."""
        return self.tools.get(tool, self.accept)
