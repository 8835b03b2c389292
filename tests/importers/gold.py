"""BFCL's answer keys as decisions of a model, made from the data alone."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from toolspec.call_arguments import read_arguments
from toolspec.diagnostics import Diagnostics
from toolspec.importers.bfcl.files import NamedSet, read_sets
from toolspec.importers.sources import read_json_lines
from toolspec.importers.write import new_text
from toolspec.judge import Judge
from toolspec.loading import load_text
from toolspec.spec import Case
from toolspec.trace import Decision, ToolCall

Json = Any

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "bfcl"
SETS = (
    "simple_python",
    "simple_java",
    "simple_javascript",
    "multiple",
    "parallel",
    "parallel_multiple",
)


def judged(named: NamedSet) -> dict[str, tuple[Judge, Case]]:
    """Every case of a set, as read back from its YAML, with the judge of its spec."""
    found = {}
    for spec in named.content.specs:
        problems = Diagnostics()
        loaded = load_text("spec.yaml", new_text(spec, name="s", origin="s"), {}, problems)
        assert loaded is not None, [each.message for each in problems.errors][:5]
        judge = Judge(loaded.spec)
        found.update({each.id: (judge, each) for each in loaded.spec.cases})
    return found


def read_set(name: str) -> NamedSet:
    problems = Diagnostics()
    sets, _ = read_sets(DATA / f"BFCL_v4_{name}.json", None, problems)
    assert not problems.errors
    return sets[0]


@cache
def keys(name: str) -> dict[str, list[Json]]:
    document = read_json_lines(
        str(DATA / "possible_answer" / f"BFCL_v4_{name}.json"), Diagnostics()
    )
    assert document is not None
    return {each["id"]: each["ground_truth"] for each in document.root}


def gold(key: list[Json]) -> list[tuple[str, Json]]:
    """The calls of a key, each argument with the first value that is acceptable."""
    return [(name, _first_of_each(args)) for call in key for name, args in call.items()]


def variants(key: list[Json]) -> Iterator[list[tuple[str, Json]]]:
    """The calls of a key with, in turn, every other acceptable value of one argument."""
    for index, call in enumerate(key):
        for name, args in call.items():
            for argument, values in args.items():
                for value in values:
                    calls = copy.deepcopy(gold(key))
                    if value == "":
                        calls[index][1].pop(argument, None)
                    else:
                        calls[index][1][argument] = _plain(value)
                    if calls != gold(key):
                        yield calls
            assert name


def mutants(key: list[Json]) -> Iterator[list[tuple[str, Json]]]:
    """The calls of a key with, in turn, each scalar changed into one that is not acceptable."""
    calls = gold(key)
    for index, (name, args) in enumerate(calls):
        for path in _scalar_paths(args):
            acceptable = list(_scalars(key[index][name][path[0]]))
            changed = copy.deepcopy(calls)
            holder = changed[index][1]
            for step in path[:-1]:
                holder = holder[step]
            holder[path[-1]] = _changed(holder[path[-1]], acceptable)
            yield changed


def decision(calls: list[tuple[str, Json]]) -> Decision:
    return Decision(
        kind="tool_call" if calls else "text",
        text=None if calls else "No.",
        calls=tuple(
            ToolCall(
                call_id=str(index),
                name=name,
                arguments=read_arguments(args).value,
                raw_arguments=args,
            )
            for index, (name, args) in enumerate(calls)
        ),
    )


def _first_of_each(key: dict[str, Json]) -> Json:
    chosen = {name: _first(values) for name, values in key.items() if any(x != "" for x in values)}
    return {name: _plain(value) for name, value in chosen.items()}


def _first(values: list[Json]) -> Json:
    return next(each for each in values if each != "")


def _plain(value: Json) -> Json:
    if isinstance(value, dict):
        if all(isinstance(each, list) for each in value.values()):
            return _first_of_each(value)
        return value
    if isinstance(value, list) and any(isinstance(each, dict) for each in value):
        return [_plain(each) for each in value]
    return value


def _scalar_paths(value: Json, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict | list):
        steps = value.items() if isinstance(value, dict) else enumerate(value)
        for step, each in steps:
            yield from _scalar_paths(each, (*path, step))
    else:
        yield path


def _scalars(value: Json) -> Iterator[Json]:
    if isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _scalars(each)
    else:
        yield value


def _changed(value: Json, acceptable: list[Json]) -> Json:
    candidates: list[Json]
    if isinstance(value, bool):
        candidates = [not value, str(value)]
    elif isinstance(value, int | float):
        candidates = [value + 1, value + 987_654]
    elif isinstance(value, str):
        candidates = [f"{value}x", f"{value}xyz"]
    else:
        candidates = ["x"]
    return next(each for each in candidates if each not in acceptable)
