"""The reference model over a whole run: every answer that it gives, worked out beforehand.

The simulated world is a pure function of the calls made, so the run can be played here without any
network; a server then needs to know only how many answers were given already.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from toolspec.episode import Episode
from toolspec.judge import Judge
from toolspec.matchers import Unsolvable
from toolspec.models.proposed_calls import proposed_call
from toolspec.models.reference import decision_of
from toolspec.models.replies import said
from toolspec.provider import Answer, ProposedCall, SystemTurn, UserTurn
from toolspec.spec import Case, Expectation, ExpectedCall, Spec
from toolspec.story import MadeCall
from toolspec.trace import Decision
from toolspec.world import Hook, StubFailed
from toolspec.world.policy.retry import rule_of

_MOST_RETRIES = 3

# What only the words of the replies decide: the built-in model may just not find them.
_OF_WORDS = frozenset({"reply", "decision"})
_MAY_BE_OF_WORDS = frozenset({"check_failed", "check_error", "secret_exposure"})


class UnreachableKey(Unsolvable):
    """The expected calls themselves do not lead to what the case expects of them."""


_NOTHING = Expectation(kind="any")


def script(
    case: Case,
    spec: Spec,
    hooks: Mapping[str, Hook] | None = None,
    *,
    seed: int | None = None,
) -> tuple[Answer, ...]:
    """The answers of a passing run, always the same for one seed; null is the seed of the spec.

    Raises `Unsolvable` when the expectations lead to none: the reason names what breaks first.
    """
    opening = (SystemTurn(spec.instructions(case)), UserTurn(case.user))
    chosen = spec.run.seed or 0 if seed is None else seed
    episode = Episode(spec, case, opening, seed=chosen, hooks=hooks)
    playing = _Playing(case, spec, episode)
    try:
        playing.play()
    except StubFailed as error:
        raise UnreachableKey(str(error)) from error
    verdict = Judge(spec).judge_run(case, episode.story)
    if verdict.outcome not in ("pass", "unchecked"):
        first = verdict.findings[0]
        is_of_words = first.layer in _OF_WORDS or first.code in _MAY_BE_OF_WORDS
        kind = Unsolvable if is_of_words else UnreachableKey
        raise kind(f"the expected run is itself graded `{first.code}`: {first.message}")
    return tuple(playing.answers)


@dataclass(slots=True)
class _Playing:
    """A run as far as it has been played."""

    case: Case
    spec: Spec
    episode: Episode
    answers: list[Answer] = field(default_factory=list)
    calls_planned: int = 0

    def play(self) -> None:
        """Answer every message of the user."""
        for number, turn in enumerate(self.case.dialogue):
            expect = turn.expect or _NOTHING
            self._make(expect.calls, at_once=expect.parallel == "required")
            is_last = number + 1 == len(self.case.dialogue)
            if is_last and self.case.turns:
                self._make(self.case.expect.calls, at_once=False)
            self._say(self._words_of(expect, is_last=is_last), turn.user)
            if self.episode.end is not None and not is_last:
                raise Unsolvable(f"the expected run ends early: `{self.episode.end}`")

    def _words_of(self, expect: Expectation, *, is_last: bool) -> Expectation:
        """What the last text must satisfy: a dialogue has checks of its end besides."""
        whole = self.case.expect
        if is_last and self.case.turns and whole.reply is not None and expect.reply is None:
            return whole
        return expect

    def _make(self, expected: tuple[ExpectedCall, ...], *, at_once: bool) -> None:
        """Make expected calls, each after those it must follow."""
        left = list(range(len(expected)))
        done: set[int] = set()
        while left and self.episode.end is None:
            ready = [each for each in left if done.issuperset(expected[each].after)]
            chosen = ready if at_once else ready[:1]
            if not chosen:
                raise UnreachableKey("the expected calls wait for each other")
            calls = tuple(self._proposed(expected[each]) for each in chosen)
            self._take(Answer(calls=calls), decision_of(calls))
            left = [each for each in left if each not in chosen]
            done.update(chosen)
            following = expected[left[0]] if left else None
            for call in calls:
                self._try_again(call, following)

    def _proposed(self, expected: ExpectedCall) -> ProposedCall:
        self.calls_planned += 1
        story = self.episode.story
        results = tuple((each.tool, each.result) for each in story.calls if each.is_success)
        key = f"{self.case.id}-{self.calls_planned}"
        return proposed_call(expected, self.spec, "\n".join(story.users), results=results, key=key)

    def _try_again(self, call: ProposedCall, following: ExpectedCall | None) -> None:
        """Repeat a call that failed for now, unless the case itself lists what comes next."""
        for _ in range(_MOST_RETRIES):
            made = self._last(call)
            if (
                made is None
                or self.episode.end is not None
                or not self._may_repeat(made, following)
            ):
                return
            self._take(Answer(calls=(call,)), decision_of((call,)))

    def _last(self, call: ProposedCall) -> MadeCall | None:
        for made in reversed(self.episode.story.calls):
            if made.tool == call.tool and made.call.arguments == call.arguments:
                return made
        return None

    def _may_repeat(self, made: MadeCall, following: ExpectedCall | None) -> bool:
        if made.status == "denied":
            raise UnreachableKey(f"an expected call is refused: {made.violations[0].message}")
        tool = self.spec.tool(made.tool)
        rule = None if tool is None else rule_of(tool, made.error_code)
        if made.is_success or tool is None or rule is None or not rule.is_transient:
            return False
        if made.status == "uncertain" and following is not None:
            return False
        if following is not None and following.tool == made.tool:
            return False
        if made.status == "uncertain" and tool.effect == "mutate" and tool.idempotency_key is None:
            return False
        tries = sum(
            each.call.arguments == made.call.arguments for each in self._calls_of(made.tool)
        )
        return tries <= (_MOST_RETRIES if rule.retries is None else rule.retries)

    def _calls_of(self, tool: str) -> list[MadeCall]:
        return [each for each in self.episode.story.calls if each.tool == tool]

    def _say(self, expect: Expectation, user: str) -> None:
        if self.episode.end is not None:
            return
        words = said(expect, self.spec, user)
        if words.refusal is None:
            self._take(words, Decision(kind="text", text=words.text))
        else:
            self._take(words, Decision(kind="refusal", reason="model", text=words.refusal))

    def _take(self, answer: Answer, decision: Decision) -> None:
        self.answers.append(answer)
        self.episode.take(decision)
