"""Which cases and targets of a spec are run. Selecting none is an error."""

from __future__ import annotations

from dataclasses import replace

from toolspec import wording
from toolspec.diagnostics import Diagnostic, Diagnostics
from toolspec.simulated import ADAPTER, DOORS, EXTERNAL, MODEL_PREFIX, MUTANT_PREFIX, REFERENCE
from toolspec.spec import Case, Spec, Target, ToolMode

_EXTERNALS = frozenset(f"{EXTERNAL}:{door}" for door in DOORS)


def select_cases(
    spec: Spec, case_ids: tuple[str, ...], tags: tuple[str, ...], problems: Diagnostics
) -> tuple[Case, ...]:
    """The cases with one of the ids and one of the tags, in file order; names must be known."""
    known_ids = {each.id for each in spec.cases}
    known_tags = {tag for each in spec.cases for tag in each.tags}
    _check_known("case", case_ids, known_ids, problems)
    _check_known("tag", tags, known_tags, problems)
    chosen = tuple(
        each
        for each in spec.cases
        if (not case_ids or each.id in case_ids) and (not tags or set(tags) & set(each.tags))
    )
    if not chosen and not problems.errors:
        problems.add(
            Diagnostic(
                "TS605", "no case is selected", help="the ids and tags given exclude each other"
            )
        )
    return chosen


def select_targets(
    spec: Spec,
    names: tuple[str, ...],
    habits: tuple[str, ...],
    problems: Diagnostics,
    *,
    adapter: str | None = None,
    tool_mode: ToolMode | None = None,
    allows_external: bool = False,
) -> tuple[Target, ...]:
    """The targets of those names; `reference` and `mutant:NAME` are built in.

    Without names: the targets of the spec, or the reference model when it has none. `adapter` and
    `tool_mode` say how the built-in models are spoken to; without any of them it is an error.
    With `allows_external`, `external:mcp` and `external:http` are agents that come in by a door.
    """
    chosen = _chosen(spec, names, habits, problems, allows_external=allows_external)
    if adapter is None and tool_mode is None:
        return chosen
    if chosen and not any(each.is_simulated for each in chosen):
        message = "`--adapter` and `--tool-mode` are for the built-in models, and none is run"
        help = "add `--target reference`, or set the adapter in the spec"
        problems.add(Diagnostic("TS606", message, help=help))
    return tuple(
        replace(
            each,
            adapter=adapter or each.adapter,
            tool_mode=tool_mode or each.tool_mode,
        )
        if each.is_simulated
        else each
        for each in chosen
    )


def _chosen(
    spec: Spec,
    names: tuple[str, ...],
    habits: tuple[str, ...],
    problems: Diagnostics,
    *,
    allows_external: bool,
) -> tuple[Target, ...]:
    if not names:
        return spec.targets or (simulated_target(REFERENCE, REFERENCE),)
    by_name = {each.name: each for each in spec.targets}
    chosen = []
    for name in dict.fromkeys(names):
        habit = name.removeprefix(MUTANT_PREFIX)
        if name in by_name:
            chosen.append(by_name[name])
        elif name == REFERENCE or (name.startswith(MUTANT_PREFIX) and habit in habits):
            chosen.append(simulated_target(name, habit))
        elif allows_external and name in _EXTERNALS:
            chosen.append(_external_target(name))
        else:
            known = [*by_name, REFERENCE, *(MUTANT_PREFIX + each for each in habits)]
            help = wording.did_you_mean(name, known)
            problems.add(
                Diagnostic("TS606", f"no target is named `{wording.visible(name)}`", help=help)
            )
    return tuple(chosen)


def is_external(target: Target) -> bool:
    """Whether the target is an agent that comes in through a door."""
    return target.name in _EXTERNALS


def _external_target(name: str) -> Target:
    """An agent that comes in through a door; toolspec sends it nothing."""
    return Target(name=name, adapter=name.partition(":")[2], model=EXTERNAL, base_url=None)


def simulated_target(name: str, habit: str) -> Target:
    """The built-in model with a habit, as a target. Its address is known once it listens."""
    return Target(
        name=name, adapter=ADAPTER, model=MODEL_PREFIX + habit, base_url=None, habit=habit
    )


def _check_known(kind: str, names: tuple[str, ...], known: set[str], problems: Diagnostics) -> None:
    for name in names:
        if name not in known:
            message = f"no case is selected: no {kind} is named `{wording.visible(name)}`"
            problems.add(Diagnostic("TS605", message, help=wording.did_you_mean(name, known)))
