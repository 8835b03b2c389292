"""A concrete call for an expected one: matchers solved, grounded values quoted."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.argument_context import argument_context
from toolspec.contract import ArgumentValidator, example
from toolspec.jsontypes import Json, JsonObject
from toolspec.matchers import Unsolvable, compare, is_matcher, solve
from toolspec.pointers import join
from toolspec.provider import ProposedCall
from toolspec.spec import ExpectedCall, Spec, Tool

_QUOTES = ".,:;!?()[]{}«»\"'`…"


def proposed_call(
    expected: ExpectedCall,
    spec: Spec,
    said: str,
    *,
    results: tuple[tuple[str, Json], ...] = (),
    key: str | None = None,
) -> ProposedCall:
    """The call; `said` is what the model was told so far, `results` what its tools gave.

    `key` is taken for an idempotency key that the case leaves open. Raises `Unsolvable`.
    """
    tool = spec.tool(expected.tool)
    if tool is None:
        raise Unsolvable(f"no tool is named `{expected.tool}`")
    context = argument_context(
        tool, spec.clock, fills_defaults=spec.fills_defaults, results=results
    )
    wanted = {**expected.args, **dict(_quoted(expected, tool, said, spec))}
    if key is not None and _leaves_key_open(tool, expected):
        wanted[tool.idempotency_key or ""] = {"$literal": key}
    arguments: JsonObject = solve(wanted, context)
    if expected.match == "subset":
        filled = example(tool.definition.parameters, seed=arguments)
        if not isinstance(filled, dict):
            raise Unsolvable(f"no arguments of `{tool.name}` were found beside the expected ones")
        arguments = filled
    return ProposedCall(tool.name, arguments)


def _leaves_key_open(tool: Tool, expected: ExpectedCall) -> bool:
    name = tool.idempotency_key
    if name is None:
        return False
    wanted = expected.args.get(name)
    is_missing = name not in expected.args and expected.match == "subset"
    return is_missing or (isinstance(wanted, dict) and "$any" in wanted)


def _quoted(
    expected: ExpectedCall, tool: Tool, said: str, spec: Spec
) -> Iterator[tuple[str, Json]]:
    """Words of the user for the grounded arguments whose value the case leaves open."""
    parameters = tool.definition.parameters
    context = argument_context(tool, spec.clock)
    for name, rule in tool.arguments:
        default = {"$any": True} if name in parameters.get("required", ()) else None
        wanted = expected.args.get(name, default if expected.match == "subset" else None)
        if not rule.is_grounded or not is_matcher(wanted):
            continue
        schema = ArgumentValidator(parameters).at(parameters["properties"][name])
        for word in _words_of(said):
            fits = compare(wanted, word, context, pointer=join("", name)).passed
            if fits and not schema.violations(word):
                yield name, {"$literal": word}
                break


def _words_of(text: str) -> tuple[str, ...]:
    """The words of a text, without the marks around them; those with digits, as ids are, first."""
    words = dict.fromkeys(each.strip(_QUOTES) for each in text.split())
    return tuple(sorted(filter(None, words), key=lambda each: not any(map(str.isdigit, each))))
