"""One call on its own: does it fit its schema, could it be repaired, what does it count as.

Made once a spec, since every tool's contract is compiled here.
"""

from __future__ import annotations

from toolspec.contract import ArgumentValidator
from toolspec.graders import JudgedCall
from toolspec.jsontypes import Json
from toolspec.matchers import Comparison
from toolspec.results import CallGrade, Track
from toolspec.spec import ExpectedCall, Spec
from toolspec.strict_json import StrictJsonError, parse
from toolspec.trace import ToolCall


class CallGrading:
    """What is known of the tools of a spec."""

    def __init__(self, spec: Spec) -> None:
        self._tools = {each.name: each for each in spec.tools}
        self._validators = {
            each.name: ArgumentValidator(each.definition.parameters) for each in spec.tools
        }
        self.ask_words = _ask_words(spec)

    def judged(
        self,
        index: int,
        call: ToolCall,
        expected: ExpectedCall | None,
        comparison: Comparison | None,
        *,
        seen: tuple[str, ...],
        step: int = 0,
    ) -> JudgedCall:
        """A call with its violations and repairs, and the expected call that it answers."""
        name = call.name or ""
        validator = self._validators.get(name)
        arguments = call.arguments
        is_readable = validator is not None and arguments is not None
        violations = validator.violations(arguments) if validator and is_readable else ()
        repairable = violations or call.defect == "double_encoded"
        return JudgedCall(
            index=index,
            call=call,
            tool=self._tools.get(name),
            violations=violations,
            repairs=_repairs(validator, call) if validator and repairable else None,
            expected=expected,
            comparison=comparison,
            seen=seen,
            step=step,
        )


def _repairs(validator: ArgumentValidator, call: ToolCall) -> tuple[str, ...] | None:
    """The names of the repairs that would make the arguments valid; null when none would."""
    arguments: Json = call.arguments
    if arguments is None:
        if not isinstance(call.raw_arguments, str):
            return None
        try:
            arguments = parse(call.raw_arguments)
        except StrictJsonError:
            return None
    repaired = validator.repair(arguments)
    return None if repaired is None else repaired[1]


def _ask_words(spec: Spec) -> dict[str, tuple[str, ...]]:
    words: dict[str, list[str]] = {}
    for tool in spec.tools:
        for name, rule in tool.arguments:
            words.setdefault(name, []).extend(rule.ask)
    return {name: tuple(dict.fromkeys(found)) for name, found in words.items()}


def call_grade(judged: JudgedCall) -> CallGrade:
    """How a call fared on its own."""
    is_valid = judged.is_parsed and judged.tool is not None and not judged.violations
    track: Track = "raw_valid" if is_valid else "repairable" if judged.repairs else "invalid"
    return CallGrade(
        tool=judged.call.name,
        is_parsed=judged.is_parsed,
        track=track,
        repairs=judged.repairs or (),
    )


def allowances(calls: tuple[JudgedCall, ...]) -> tuple[str, ...]:
    """Each looser rule that let a value through, with its place."""
    found = [
        f"{each.pointer or '/'}: {each.rule}"
        for judged in calls
        if judged.comparison is not None and judged.comparison.passed
        for each in judged.comparison.allowances
    ]
    return tuple(dict.fromkeys(found))
