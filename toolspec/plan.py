"""What is to be done: attempts, each a complete work order with a content-hash id."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass

import orjson

from toolspec.jsontypes import Json
from toolspec.provider import Conversation, Settings, ToolDefinition
from toolspec.spec import Case, Spec, Target
from toolspec.trace import BASE_VARIANT


def content_hash(value: Json) -> str:
    """The SHA-256 of a JSON value in canonical form: sorted keys, no spaces, UTF-8; in hex."""
    try:
        text = orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    except TypeError:
        # orjson takes no whole number beyond 64 bits, and no half of a surrogate pair.
        text = json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False).encode()
    return hashlib.sha256(text).hexdigest()


def prompt_hash(spec: Spec) -> str:
    """The hash of the instructions as they are sent."""
    return content_hash(spec.prompt.text)


def catalogue_hash(spec: Spec) -> str:
    """The hash of the tools as models are told of them."""
    return content_hash([asdict(each.definition) for each in spec.tools])


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One case at one target, once. `repetition` counts from 1.

    `id` is the hash of everything the model is sent and of where it is sent; what is only judged
    afterwards is not part of it, so a changed expectation keeps the id. Where a case is run to its
    end it is also the hash of all that decides the course of the run.
    `seed` is for the simulated tools: another one in each repetition. `conversation` is what is
    sent first.
    """

    id: str
    case: Case
    target: Target
    variant: str
    repetition: int
    seed: int
    conversation: Conversation
    tools: tuple[ToolDefinition, ...]
    settings: Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """All attempts of a run, made one by one when asked for: a plan never holds them all."""

    spec: Spec
    cases: tuple[Case, ...]
    targets: tuple[Target, ...]

    @property
    def variants(self) -> tuple[str, ...]:
        """The series of each target: `base`, and `context=8` for each level of context."""
        context = self.spec.context
        levels = () if context is None else context.blocks
        return (BASE_VARIANT, *(f"context={each}" for each in levels))

    @property
    def size(self) -> int:
        """How many attempts there are."""
        return len(self.cases) * self._attempts_of_case

    @property
    def requests_at_most(self) -> int:
        """How many requests are sent if every one of them needs all its retries."""
        steps = sum(_steps_at_most(self.spec, each) for each in self.cases)
        return steps * self._attempts_of_case * self.spec.run.retry.attempts

    @property
    def _attempts_of_case(self) -> int:
        return len(self.targets) * len(self.variants) * self.spec.run.repetitions


def _steps_at_most(spec: Spec, case: Case) -> int:
    """How many answers of the model one attempt can take."""
    return 1 if case.until == "decision" else len(case.dialogue) * spec.run.max_steps
