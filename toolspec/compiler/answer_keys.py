"""Could the expected arguments ever be right? An answer key that its schema rejects is refused."""

from __future__ import annotations

from collections.abc import Iterable

from toolspec import matchers, wording
from toolspec.argument_context import argument_context
from toolspec.compiler.conditions import has_condition
from toolspec.compiler.earlier_results import earlier_results, is_result_of
from toolspec.compiler.frame import Frame
from toolspec.compiler.plain_values import PlainValue, has_matcher, plain_values
from toolspec.compiler.scope import Scope
from toolspec.contract import ArgumentValidator, ValidationTimeout, Violation
from toolspec.jsontypes import JsonObject
from toolspec.pointers import json_pointer
from toolspec.source import PathSteps
from toolspec.spec import ExpectedCall, Tool


class AnswerKeys:
    """Checks the expected arguments of all cases of one spec against the tools' schemas."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope
        self._validators: dict[str, ArgumentValidator | None] = {}
        self._conditional: dict[str, bool] = {}

    def check(self, tool: Tool, call: ExpectedCall, path: PathSteps, frame: Frame) -> None:
        """Check one expected call: its matchers, then its values against the schema."""
        self._check_earlier_results(call.args, path, frame)
        if self._check_matchers(tool, call.args, path, frame):
            self._check_values(tool, call.args, path, is_partial=call.match == "subset")

    def check_approved(self, tool: Tool, args: JsonObject, path: PathSteps, frame: Frame) -> None:
        """Check the arguments that an approval is bound to; others are free."""
        self._refuse_earlier_results(args, path, frame)
        if self._check_names(tool, args, path) and self._check_matchers(tool, args, path, frame):
            self._check_values(tool, args, path, is_partial=True)

    def check_forbidden(self, tool: Tool, args: JsonObject, path: PathSteps, frame: Frame) -> None:
        """Check forbidden arguments: names and kinds only, as what is invalid may be forbidden."""
        self._refuse_earlier_results(args, path, frame)
        if self._check_names(tool, args, path) and self._check_matchers(tool, args, path, frame):
            self._check_values(tool, args, path, is_partial=True, codes=("wrong_type",))

    def _check_names(self, tool: Tool, args: JsonObject, path: PathSteps) -> bool:
        unknown = [each for each in args if not tool.may_have(each) and not each.startswith("$")]
        for name in unknown:
            message = f"`{tool.name}` has no argument `{wording.visible(name)}`"
            help = wording.did_you_mean(name, tool.properties)
            self._scope.error("TS201", message, (*path, name), at="key", help=help)
        return not unknown

    def _check_matchers(self, tool: Tool, args: JsonObject, path: PathSteps, frame: Frame) -> bool:
        if not has_matcher(args):
            return True
        found = matchers.problems(args, context=argument_context(tool, frame.clock))
        for each in found:
            where = self._scope.below(path, each.path)
            self._scope.error("TS220", each.message, where, help=each.help)
        return not found

    def _check_earlier_results(self, args: JsonObject, path: PathSteps, frame: Frame) -> None:
        """Report each `$from` whose tool gives no result in this case."""
        for pointer, option in earlier_results(args):
            where = self._scope.below(path, pointer)
            if not frame.is_done:
                message = "`$from` needs an earlier result, and only the first decision is run"
                help = "expect the value itself, or write `until: done`"
                self._scope.error("TS218", message, where, help=help)
            elif isinstance(option, str) and not any(
                is_result_of(option, each) for each in frame.offered
            ):
                message = f"`{wording.visible(option)}` begins with no tool that the case offers"
                help = wording.did_you_mean(option.partition(".")[0], frame.offered)
                self._scope.error("TS218", message, where, help=help)

    def _refuse_earlier_results(self, args: JsonObject, path: PathSteps, frame: Frame) -> None:
        for pointer, _ in earlier_results(args):
            message = "`$from` is only read in expected calls"
            if not frame.is_done:
                message = "`$from` needs an earlier result, and only the first decision is run"
            where = self._scope.below(path, pointer)
            self._scope.error("TS218", message, where, help="write the value itself")

    def _check_values(
        self,
        tool: Tool,
        args: JsonObject,
        path: PathSteps,
        *,
        is_partial: bool,
        codes: tuple[str, ...] = (),
    ) -> None:
        validator = self._validator(tool)
        if validator is None:
            return
        try:
            for plain in plain_values(args):
                found = validator.violations(plain.value)
                certain = self._certain(tool, plain, found, is_partial=is_partial)
                self._refuse(
                    tool, (each for each in certain if not codes or each.code in codes), path
                )
        except ValidationTimeout as error:
            message = f"the expected arguments cannot be checked: {error}"
            self._scope.error("TS221", message, path)

    def _certain(
        self, tool: Tool, plain: PlainValue, found: tuple[Violation, ...], *, is_partial: bool
    ) -> Iterable[Violation]:
        """The violations that hold whatever the unknown values and the unnamed arguments are."""
        if (plain.open or is_partial) and self._conditional[tool.name]:
            return ()
        return (
            each
            for each in found
            if not plain.is_open(each.pointer)
            and not (is_partial and each.code in ("missing_argument", "wrong_length"))
        )

    def _refuse(self, tool: Tool, violations: Iterable[Violation], path: PathSteps) -> None:
        for each in violations:
            self._scope.error(
                "TS221",
                f"no valid call has these arguments: {each.message}",
                self._scope.below(path, each.pointer),
                help=f"mend the case, or the schema of `{tool.name}`",
            )

    def _validator(self, tool: Tool) -> ArgumentValidator | None:
        """The tool's validator; null when its schema is itself refused."""
        if tool.name not in self._validators:
            start = json_pointer((*tool.path, "parameters"))
            is_broken = any(
                (each.pointer or "").startswith(start) for each in self._scope.problems.errors
            )
            schema = tool.definition.parameters
            self._validators[tool.name] = None if is_broken else ArgumentValidator(schema)
            self._conditional[tool.name] = has_condition(schema)
        return self._validators[tool.name]
