"""`expect` → `Expectation`: short forms become long ones, and contradictions are refused."""

from __future__ import annotations

from toolspec import text_checks, wording
from toolspec.compiler.answer_keys import AnswerKeys
from toolspec.compiler.expected_calls import CallLoader
from toolspec.compiler.frame import Frame
from toolspec.compiler.names import is_tool
from toolspec.compiler.scope import Scope
from toolspec.compiler.whole_runs import KEYS, WholeRunLoader
from toolspec.jsontypes import Json, JsonObject
from toolspec.source import PathSteps
from toolspec.spec import Expectation, ExpectedCall, ExpectedKind, ForbiddenCall, Tool

_DECISIONS = ("call", "calls", "clarify", "confirm", "answer", "refuse")
_WITHOUT_CALL: tuple[ExpectedKind, ...] = ("clarify", "confirm", "answer", "refuse")
_NEEDS_CALL = ("args", "match")
_NEEDS_CALLS = ("parallel", "no_other_calls")


class ExpectationLoader:
    """Reads the expectations of all cases of one spec."""

    def __init__(self, scope: Scope, tools: tuple[Tool, ...], keys: AnswerKeys) -> None:
        self._scope = scope
        self._tools = {each.name: each for each in tools}
        self._keys = keys
        self._call_loader = CallLoader(scope, self._tools, keys)
        self._whole = WholeRunLoader(scope, self._tools)

    def load(self, value: Json, path: PathSteps, frame: Frame) -> Expectation:
        """Read one `expect`."""
        if value == "unchecked":
            return Expectation(kind="unchecked")
        self._check_combination(value, path, frame)
        calls = self._call_loader.load(value, path, frame)
        refuse = value.get("refuse")
        refuse = refuse if isinstance(refuse, dict) else {}
        return Expectation(
            kind=_kind(value),
            calls=calls,
            is_ordered="call" in value or isinstance(value.get("calls"), list),
            parallel=value.get("parallel", "allowed" if frame.is_done else "required"),
            no_other_calls=value.get("no_other_calls", False),
            clarify=self._clarify(value, path),
            confirm=self._confirm(value, path),
            refusal_words=tuple(refuse.get("words", ())),
            filter_counts=refuse.get("filter", False),
            reply=self._reply(value, path),
            never=self._never(value, calls, path, frame),
            effects=self._whole.effects(value, path),
            state=self._whole.state(value, path, frame),
            checks=self._whole.checks(value, path),
            claims=self._whole.claims(value, path),
            max_calls=self._whole.max_calls(value, path),
        )

    def _check_combination(self, value: JsonObject, path: PathSteps, frame: Frame) -> None:
        given = [key for key in _DECISIONS if key in value]
        if len(given) > 1:
            message = f"`{given[0]}` and `{given[1]}` contradict each other"
            self._misplaced("TS211", message, (*path, given[1]), "keep one of them")
        for key in _NEEDS_CALL:
            if key in value and "call" not in value:
                message = f"`{key}` stands without a `call`"
                self._misplaced("TS212", message, (*path, key), "name the tool: `call: NAME`")
        for key in _NEEDS_CALLS:
            if key in value and not {"call", "calls"} & value.keys():
                message = f"`{key}` stands without `calls`"
                self._misplaced("TS212", message, (*path, key), "list the calls, or remove it")
        if "parallel" in value and "call" in value:
            message = "`parallel` has no meaning for one call"
            self._misplaced("TS212", message, (*path, "parallel"), "remove it")
        if not frame.is_done:
            self._check_too_late(value, path)

    def _check_too_late(self, value: JsonObject, path: PathSteps) -> None:
        """Report what comes after the first decision."""
        if "reply" in value and {"call", "calls"} & value.keys():
            message = (
                "the reply comes after the results of the call, and only the first decision is run"
            )
            help = "write `until: done`, or check the reply in a case that expects no call"
            self._misplaced("TS213", message, (*path, "reply"), help)
        for key in KEYS:
            if key in value:
                message = f"`{key}` is about a whole run, and only the first decision is run"
                help = "write `until: done`, or remove it"
                self._misplaced("TS232", message, (*path, key), help)

    def _misplaced(self, code: str, message: str, path: PathSteps, help: str) -> None:
        """Report a key that does not go with the others."""
        self._scope.error(code, message, path, at="key", help=help)

    def _clarify(self, value: JsonObject, path: PathSteps) -> tuple[str, ...]:
        names = value.get("clarify", [])
        for index, name in enumerate(names):
            where = (*path, "clarify", index)
            if not any(tool.may_have(name) for tool in self._tools.values()):
                declared = {each for tool in self._tools.values() for each in tool.properties}
                message = f"no tool has an argument `{wording.visible(name)}`"
                help = wording.did_you_mean(name, declared)
                self._scope.error("TS201", message, where, help=help)
            elif not self.ask_words(name):
                message = f"no words tell a question for `{name}`"
                help = f"add `arguments: {{{name}: {{ask: […]}}}}` to the tool"
                self._scope.error("TS216", message, where, help=help)
        return tuple(names)

    def ask_words(self, argument: str) -> tuple[str, ...]:
        """The words of all tools by which a question for `argument` is recognised."""
        return tuple(
            dict.fromkeys(word for tool in self._tools.values() for word in tool.rule(argument).ask)
        )

    def _confirm(self, value: JsonObject, path: PathSteps) -> str | None:
        name: str | None = value.get("confirm")
        if name is None:
            return None
        known = is_tool(self._scope, name, self._tools, (*path, "confirm"))
        if known and not self._tools[name].ask:
            message = f"no words tell a question whether to use `{name}`"
            help = "add `ask: […]` to the tool"
            self._scope.error("TS216", message, (*path, "confirm"), help=help)
        return name

    def _reply(self, value: JsonObject, path: PathSteps) -> JsonObject | None:
        given = [key for key in ("answer", "reply") if isinstance(value.get(key), dict)]
        if len(given) > 1:
            message = "`answer` already holds checks of the reply"
            self._misplaced("TS211", message, (*path, "reply"), "move them into `answer`")
        for key in given:
            for problem in text_checks.problems(value[key]):
                where = self._scope.below((*path, key), problem.path)
                at = "value" if problem.path else "key"
                self._scope.error("TS215", problem.message, where, at=at, help=problem.help)
        return value[given[0]] if given else None

    def _never(
        self,
        value: JsonObject,
        calls: tuple[ExpectedCall, ...],
        path: PathSteps,
        frame: Frame,
    ) -> tuple[ForbiddenCall, ...]:
        forbidden = []
        for index, item in enumerate(value.get("never", [])):
            where: PathSteps = (*path, "never", index)
            known = is_tool(self._scope, item["call"], self._tools, (*where, "call"))
            args = item.get("args")
            if known and args is not None:
                self._keys.check_forbidden(self._tools[item["call"]], args, (*where, "args"), frame)
            if any(each.tool == item["call"] and _holds(each.args, args or {}) for each in calls):
                message = f"this call of `{item['call']}` is expected and forbidden"
                self._scope.error("TS211", message, (*where, "call"), help="keep one of the two")
            forbidden.append(ForbiddenCall(tool=item["call"], args=args, path=where))
        return tuple(forbidden)


def _holds(expected: JsonObject, forbidden: JsonObject) -> bool:
    """Whether expected arguments, as written, hold all of the forbidden ones."""
    return all(key in expected and expected[key] == each for key, each in forbidden.items())


def _kind(value: JsonObject) -> ExpectedKind:
    if {"call", "calls"} & value.keys():
        return "call"
    for kind in _WITHOUT_CALL:
        if kind in value:
            return kind
    return "any"
