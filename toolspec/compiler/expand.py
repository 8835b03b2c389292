"""Spec → `Plan`: targets × variants × cases × repetitions, each attempt with a content-hash id."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

from toolspec.compiler.context import context_text
from toolspec.compiler.run_identity import run_identity
from toolspec.jsontypes import JsonObject
from toolspec.plan import (
    Attempt,
    Plan,
    catalogue_hash,
    content_hash,
    prompt_hash,
)
from toolspec.provider import Settings, SystemTurn, ToolDefinition, UserTurn
from toolspec.spec import Case, Spec, Target
from toolspec.urls import public_url


def attempts(plan: Plan) -> Iterator[Attempt]:
    """The attempts one by one, in a fixed order: target, variant, case, then repetition."""
    spec = plan.spec
    sent = {"catalogue": catalogue_hash(spec), "prompt": prompt_hash(spec)}
    # Cases that offer the same share one tuple, so that it is lowered once.
    offers = _offers(plan)
    runs = {each.id: _beyond(spec, each) for each in plan.cases}
    for target in plan.targets:
        settings = settings_for(spec, target)
        shared = _identity(target, settings) | sent
        for variant, before in _variants(plan):
            for case in plan.cases:
                text = before + case.user
                own = {"case": case.id, "user": text, "variant": variant} | runs[case.id]
                conversation = (SystemTurn(spec.instructions(case)), UserTurn(text))
                for repetition in range(1, spec.run.repetitions + 1):
                    yield Attempt(
                        id=content_hash(shared | own | {"repetition": repetition}),
                        case=case,
                        target=target,
                        variant=variant,
                        repetition=repetition,
                        seed=(spec.run.seed or 0) + repetition - 1,
                        conversation=conversation,
                        tools=offers[case.id],
                        settings=settings,
                    )


def _variants(plan: Plan) -> Iterator[tuple[str, str]]:
    """The series of a run, each with what stands before the first message of the user."""
    context = plan.spec.context
    counts = (0,) if context is None else (0, *context.blocks)
    for variant, count in zip(plan.variants, counts, strict=True):
        yield variant, "" if context is None else context_text(context, count)


def _beyond(spec: Spec, case: Case) -> JsonObject:
    """What sets the attempts of a case apart, besides its first message."""
    own: JsonObject = {} if case.tools is None else {"tools": list(case.tools)}
    if spec.prompt.clock is not None:
        own["instructions"] = spec.instructions(case)
    return own | {"run": run_identity(spec, case)} if case.until == "done" else own


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
