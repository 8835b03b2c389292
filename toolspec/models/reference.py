"""The reference model: an answer that satisfies a case, derived from its expectations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product

from toolspec.argument_context import argument_context
from toolspec.contract import ArgumentValidator, example
from toolspec.jsontypes import Json, JsonObject
from toolspec.judge import Judge
from toolspec.matchers import Unsolvable, compare, is_matcher, solve
from toolspec.models import Answer, ProposedCall
from toolspec.pointers import join
from toolspec.spec import Case, ExpectedCall, Spec, Tool
from toolspec.text_checks import solve_reply
from toolspec.trace import Decision, ToolCall

_CYRILLIC = ("\u0400", "\u04ff")
_QUOTES = ".,:;!?()[]{}«»\"'`…"
_MOST_WORDINGS = 64


def answer(case: Case, spec: Spec) -> Answer:
    """A passing answer, always the same. Raises `Unsolvable` when none can be derived."""
    expect = case.expect
    if expect.kind == "call":
        return _calls(case, spec)
    if expect.kind == "refuse" and not expect.refusal_words:
        if expect.reply is not None:
            return Answer(refusal=solve_reply(expect.reply))
        return Answer(refusal=_phrase(case, "Этого я сделать не могу.", "I cannot do that."))
    if expect.reply is None and expect.kind in ("answer", "any", "unchecked"):
        return Answer(text=_phrase(case, "Готов помочь.", "Happy to help."))
    return Answer(text=_reply(case, spec))


def _calls(case: Case, spec: Spec) -> Answer:
    """The expected calls; only the first where one a turn is allowed."""
    expect = case.expect
    expected = expect.calls[:1] if expect.parallel == "forbidden" else expect.calls
    calls = tuple(_call(each, case, spec) for each in expected)
    names = {each.tool for each in calls}
    # What a case forbids elsewhere, such as under `never`, shows only in the judgement as a whole.
    used = replace(spec, tools=tuple(each for each in spec.tools if each.name in names))
    verdict = Judge(used).judge(case, _decision(calls))
    if verdict.outcome != "pass":
        first = verdict.findings[0]
        raise Unsolvable(f"the expected call is itself graded `{first.code}`: {first.message}")
    return Answer(calls=calls)


def _decision(calls: tuple[ProposedCall, ...]) -> Decision:
    return Decision(
        kind="tool_call",
        calls=tuple(
            ToolCall(
                call_id=None, name=each.tool, arguments=each.arguments, raw_arguments=each.arguments
            )
            for each in calls
        ),
    )


def _call(expected: ExpectedCall, case: Case, spec: Spec) -> ProposedCall:
    tool = spec.tool(expected.tool)
    if tool is None:
        raise Unsolvable(f"no tool is named `{expected.tool}`")
    context = argument_context(tool, spec.clock, fills_defaults=spec.fills_defaults)
    wanted = {**expected.args, **dict(_quoted(expected, tool, case, spec))}
    arguments: JsonObject = solve(wanted, context)
    if expected.match == "subset":
        filled = example(tool.definition.parameters, seed=arguments)
        if not isinstance(filled, dict):
            raise Unsolvable(f"no arguments of `{tool.name}` were found beside the expected ones")
        arguments = filled
    return ProposedCall(tool.name, arguments)


def _quoted(
    expected: ExpectedCall, tool: Tool, case: Case, spec: Spec
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
        for word in _words_of(case.user):
            fits = compare(wanted, word, context, pointer=join("", name)).passed
            if fits and not schema.violations(word):
                yield name, {"$literal": word}
                break


def _words_of(text: str) -> tuple[str, ...]:
    """The words of a text, without the marks around them; those with digits, as ids are, first."""
    words = dict.fromkeys(each.strip(_QUOTES) for each in text.split())
    return tuple(sorted(filter(None, words), key=lambda each: not any(map(str.isdigit, each))))


def _reply(case: Case, spec: Spec) -> str:
    """A reply that asks, refuses and says what it must, in the first wording that satisfies all."""
    reason = ""
    for words in islice(product(*_wordings(case, spec)), _MOST_WORDINGS):
        try:
            return solve_reply(case.expect.reply or {}, tuple(dict.fromkeys(words)))
        except Unsolvable as error:
            reason = reason or error.reason
    raise Unsolvable(reason or "no words tell what the reply must ask for")


def _wordings(case: Case, spec: Spec) -> list[tuple[str, ...]]:
    """For each thing that the reply must ask for or say, the words that would do."""
    expect = case.expect
    words = [
        tuple(word for tool in spec.tools for word in tool.rule(name).ask)
        for name in expect.clarify
    ]
    tool = spec.tool(expect.confirm) if expect.confirm is not None else None
    if tool is not None:
        words.append(tool.ask)
    if expect.refusal_words:
        words.append(expect.refusal_words)
    return words


def _phrase(case: Case, russian: str, english: str) -> str:
    is_russian = any(_CYRILLIC[0] <= each <= _CYRILLIC[1] for each in case.user)
    return russian if is_russian else english
