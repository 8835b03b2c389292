"""The reference model: an answer that satisfies a case, derived from its expectations."""

from __future__ import annotations

from toolspec.argument_context import argument_context
from toolspec.contract import example
from toolspec.jsontypes import JsonObject
from toolspec.matchers import Unsolvable, solve
from toolspec.models import Answer, ProposedCall
from toolspec.spec import Case, ExpectedCall, Spec
from toolspec.text_checks import solve_reply

_CYRILLIC = ("\u0400", "\u04ff")


def answer(case: Case, spec: Spec) -> Answer:
    """A passing answer. Raises `Unsolvable` when none can be derived from the expectations."""
    expect = case.expect
    if expect.kind == "call":
        calls = expect.calls[:1] if expect.parallel == "forbidden" else expect.calls
        return Answer(calls=tuple(_call(each, spec) for each in calls))
    if expect.kind == "refuse" and not expect.refusal_words:
        return Answer(refusal=_phrase(case, "Этого я сделать не могу.", "I cannot do that."))
    if expect.reply is None and expect.kind in ("answer", "any", "unchecked"):
        return Answer(text=_phrase(case, "Готов помочь.", "Happy to help."))
    return Answer(text=solve_reply(expect.reply or {}, _words(case, spec)))


def _words(case: Case, spec: Spec) -> tuple[str, ...]:
    """One word for each thing that the reply must ask for or say."""
    expect = case.expect
    words = []
    for name in expect.clarify:
        asks = [word for tool in spec.tools for word in tool.rule(name).ask]
        words += asks[:1]
    tool = spec.tool(expect.confirm) if expect.confirm is not None else None
    if tool is not None:
        words += tool.ask[:1]
    words += expect.refusal_words[:1]
    return tuple(dict.fromkeys(words))


def _call(expected: ExpectedCall, spec: Spec) -> ProposedCall:
    tool = spec.tool(expected.tool)
    if tool is None:
        raise Unsolvable(f"no tool is named `{expected.tool}`")
    arguments: JsonObject = solve(expected.args, argument_context(tool, spec.clock))
    if expected.match == "subset":
        filled = example(tool.definition.parameters, seed=arguments)
        if not isinstance(filled, dict):
            raise Unsolvable(f"no arguments of `{tool.name}` can be made up beside the expected ones")
        arguments = filled
    return ProposedCall(tool.name, arguments)


def _phrase(case: Case, russian: str, english: str) -> str:
    is_russian = any(_CYRILLIC[0] <= each <= _CYRILLIC[1] for each in case.user)
    return russian if is_russian else english
