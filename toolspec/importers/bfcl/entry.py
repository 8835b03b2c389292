"""One entry of a BFCL set → its tools and its case."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from toolspec import wording
from toolspec.importers.bfcl.answers import AnswerKey, ImpossibleKey
from toolspec.importers.bfcl.function import Function, read_function
from toolspec.importers.bfcl.multi_turn import read_turns
from toolspec.importers.bfcl.shape import shape_problem, texts
from toolspec.importers.records import LeftOut, Part, Refusal
from toolspec.importers.writable import unwritable
from toolspec.importers.write import spec_name
from toolspec.jsontypes import Json, JsonObject
from toolspec.pointers import json_pointer
from toolspec.source import PathSteps

_ENTRY = frozenset({"id", "question", "function"})


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry, read. `outcome` is what its expectation came to, in one word."""

    id: str
    functions: tuple[Function, ...]
    case: Part | None
    outcome: str
    prompt: str | None = None
    refusals: tuple[Refusal, ...] = ()


def read_entry(
    entry: Json, path: PathSteps, key: Json, classes: Mapping[str, tuple[Function, ...]]
) -> Entry:
    """Read an entry at `path`; `key` is its answer key or null, `classes` those of multi-turn."""
    problem = shape_problem(entry, classes)
    if problem is not None:
        refusal = Refusal("TS702", problem[0], (*path, *problem[1]))
        return Entry("", (), None, "refused", None, (refusal,))
    left_out = [
        LeftOut(json_pointer((*path, name)), "a case has no place for it", f"entry {name}")
        for name in entry
        if name not in _ENTRY
    ]
    functions = _functions(entry, path, classes)
    refusals = tuple(each for function in functions for each in function.refusals)
    refusals += tuple(unwritable(entry, path))
    prompt, user = texts(entry["question"][0])
    turns = _turns(entry, path, key, functions, left_out)
    if turns is not None:
        case_id = spec_name(entry["id"])
        names = list(dict.fromkeys(each.part.name for each in functions))
        dialogue = {"id": case_id, "until": "done", "turns": turns, "tools": names}
        case = Part(case_id, dialogue, tuple(left_out))
        return Entry(entry["id"], functions, None if refusals else case, "turns", prompt, refusals)
    if len(entry["question"]) > 1:
        why = f"{wording.counted(len(entry['question']) - 1, 'further turn')}; a case has one turn"
        left_out.append(LeftOut(json_pointer((*path, "question")), why, "further turns"))
    expect, outcome = _expectation(entry, path, key, functions, left_out)
    case_id = spec_name(entry["id"])
    value: JsonObject = {"id": case_id, "user": user}
    value["tools"] = list(dict.fromkeys(each.part.name for each in functions))
    value["expect"] = expect
    case = Part(case_id, value, tuple(left_out))
    return Entry(entry["id"], functions, None if refusals else case, outcome, prompt, refusals)


def _turns(
    entry: JsonObject,
    path: PathSteps,
    key: Json,
    functions: tuple[Function, ...],
    left_out: list[LeftOut],
) -> list[JsonObject] | None:
    """The dialogue of a multi-turn entry whose functions are there from the start, or null."""
    if not isinstance(entry.get("involved_classes"), list) or key is None:
        return None
    if _names(entry.get("missed_function")):
        return None
    try:
        return read_turns(entry["question"], key, {each.part.name: each for each in functions})
    except ImpossibleKey as error:
        why = f"it is not judged: {error}"
        left_out.append(LeftOut(json_pointer(path), why, f"impossible: {error.kind}"))
        return None


def _functions(
    entry: JsonObject, path: PathSteps, classes: Mapping[str, tuple[Function, ...]]
) -> tuple[Function, ...]:
    names = entry.get("involved_classes")
    if not isinstance(names, list):
        return tuple(
            read_function(each, (*path, "function", index))
            for index, each in enumerate(entry["function"])
        )
    held_back = _names(entry.get("excluded_function")) | _names(entry.get("missed_function"))
    return tuple(
        each for name in names for each in classes[name] if each.part.name not in held_back
    )


def _names(value: Json) -> set[str]:
    """The texts of a list, or of the lists in a mapping."""
    lists = list(value.values()) if isinstance(value, dict) else [value]
    return {
        each for some in lists if isinstance(some, list) for each in some if isinstance(each, str)
    }


def _expectation(
    entry: JsonObject,
    path: PathSteps,
    key: Json,
    functions: tuple[Function, ...],
    left_out: list[LeftOut],
) -> tuple[Json, str]:
    where = json_pointer(path)
    if isinstance(entry.get("involved_classes"), list):
        left_out.append(LeftOut(where, "a state over several turns is not graded", "multi-turn"))
        return "unchecked", "multi-turn"
    if key is None and "irrelevance" in entry["id"]:
        return {"answer": True}, "no call"
    if key is None:
        left_out.append(LeftOut(where, "there is no answer key", "no answer key"))
        return "unchecked", "no answer key"
    lost: list[LeftOut] = []
    try:
        calls = _calls(key, functions, (entry["id"], "ground_truth"), lost)
    except ImpossibleKey as error:
        left_out.extend(lost)
        left_out.append(LeftOut(where, f"it is not judged: {error}", f"impossible: {error.kind}"))
        return "unchecked", "impossible"
    left_out.extend(lost)
    if len(calls) == 1:
        return {**calls[0], "no_other_calls": True}, "call"
    return {"calls": {"any_order": calls}, "no_other_calls": True}, "calls"


def _calls(
    key: Json, functions: tuple[Function, ...], path: PathSteps, lost: list[LeftOut]
) -> list[JsonObject]:
    if not isinstance(key, list) or not key:
        raise ImpossibleKey("the answer key is no list of calls", "key malformed")
    by_name = {each.part.name: each for each in functions}
    calls: list[JsonObject] = []
    for index, each in enumerate(key):
        if not isinstance(each, dict) or len(each) != 1:
            raise ImpossibleKey("a call is one name and its arguments", "key malformed")
        name, arguments = next(iter(each.items()))
        if name not in by_name or not isinstance(arguments, dict):
            shown = wording.visible(name)
            raise ImpossibleKey(f"the entry has no function `{shown}`", "function unknown")
        schema = by_name[name].part.value.get("parameters", {"type": "object"})
        reader = AnswerKey(schema)
        try:
            args = reader.arguments(arguments, (*path, index, name))
        finally:
            lost.extend(reader.lost)
        calls.append({"call": name, "args": args} if args else {"call": name})
    return calls
