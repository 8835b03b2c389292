"""Spec → `Plan`: cases × targets × repetitions, each attempt with a content-hash id."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

from toolspec.jsontypes import JsonObject
from toolspec.plan import (
    BASE_VARIANT,
    Attempt,
    Plan,
    catalogue_hash,
    content_hash,
    prompt_hash,
)
from toolspec.provider import Settings, SystemTurn, ToolDefinition, UserTurn
from toolspec.spec import Spec, Target
from toolspec.urls import public_url


def attempts(plan: Plan) -> Iterator[Attempt]:
    """The attempts one by one, in a fixed order: target, then case, then repetition."""
    spec = plan.spec
    sent = {"catalogue": catalogue_hash(spec), "prompt": prompt_hash(spec)}
    # Cases that offer the same share one tuple, so that it is lowered once.
    offers = _offers(plan)
    for target in plan.targets:
        settings = settings_for(spec, target)
        shared = _identity(target, settings) | sent
        for case in plan.cases:
            for repetition in range(1, spec.run.repetitions + 1):
                own = {
                    "case": case.id,
                    "user": case.user,
                    "variant": BASE_VARIANT,
                    "repetition": repetition,
                }
                if case.tools is not None:
                    own["tools"] = list(case.tools)
                yield Attempt(
                    id=content_hash(shared | own),
                    case=case,
                    target=target,
                    variant=BASE_VARIANT,
                    repetition=repetition,
                    conversation=(SystemTurn(spec.prompt.text), UserTurn(case.user)),
                    tools=offers[case.id],
                    settings=settings,
                )


def _offers(plan: Plan) -> dict[str, tuple[ToolDefinition, ...]]:
    """What each case offers, by its id."""
    made: dict[tuple[str, ...] | None, tuple[ToolDefinition, ...]] = {}
    for case in plan.cases:
        if case.tools not in made:
            made[case.tools] = tuple(each.definition for each in plan.spec.offered(case))
    return {case.id: made[case.tools] for case in plan.cases}


def settings_for(spec: Spec, target: Target) -> Settings:
    """The sampling settings that a target is sent."""
    run = spec.run
    return Settings(
        model=target.model,
        temperature=run.temperature,
        max_output_tokens=run.max_output_tokens,
        seed=run.seed,
        tool_choice=run.tool_choice,
        parallel_tool_calls=run.parallel_tool_calls,
        output_limit_field=target.output_limit_field,
    )


def _identity(target: Target, settings: Settings) -> JsonObject:
    """What makes two targets the same model; credentials in an address are no part of it.

    The built-in model listens on another port each time, so its address is no part of it either.
    """
    return {
        "target": target.name,
        "adapter": target.adapter,
        "base_url": "built-in" if target.is_simulated else public_url(target.base_url or ""),
        "settings": asdict(settings),
        "tool_mode": target.tool_mode,
        "takes": {name: fact.value for name, fact in sorted(target.takes.items())},
    }
