"""A reply that asks, refuses and says what a case wants of it."""

from __future__ import annotations

from itertools import islice, product

from toolspec.matchers import Unsolvable
from toolspec.provider import Answer
from toolspec.spec import Expectation, Spec
from toolspec.text_checks import solve_reply

_CYRILLIC = ("\u0400", "\u04ff")
_MOST_WORDINGS = 64


def said(expect: Expectation, spec: Spec, user: str) -> Answer:
    """The words of the model where `expect` wants words. Raises `Unsolvable`."""
    if expect.kind == "refuse" and not expect.refusal_words:
        if expect.reply is not None:
            return Answer(refusal=solve_reply(expect.reply))
        return Answer(refusal=phrase(user, "Этого я сделать не могу.", "I cannot do that."))
    if expect.reply is None and expect.kind in ("call", "answer", "any", "unchecked"):
        return Answer(text=phrase(user, "Готов помочь.", "Happy to help."))
    return Answer(text=_reply(expect, spec))


def phrase(user: str, russian: str, english: str) -> str:
    """The one in the language of the user."""
    return russian if any(_CYRILLIC[0] <= each <= _CYRILLIC[1] for each in user) else english


def _reply(expect: Expectation, spec: Spec) -> str:
    """A reply that asks, refuses and says what it must, in the first wording that satisfies all."""
    reason = ""
    for words in islice(product(*_wordings(expect, spec)), _MOST_WORDINGS):
        try:
            return solve_reply(expect.reply or {}, tuple(dict.fromkeys(words)))
        except Unsolvable as error:
            reason = reason or error.reason
    raise Unsolvable(reason or "no words tell what the reply must ask for")


def _wordings(expect: Expectation, spec: Spec) -> list[tuple[str, ...]]:
    """For each thing that the reply must ask for or say, the words that would do."""
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
