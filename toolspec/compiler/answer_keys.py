"""Could the expected arguments ever be right? An answer key that its own schema rejects is refused."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec import matchers, wording
from toolspec.argument_context import argument_context
from toolspec.compiler.scope import Scope
from toolspec.contract import ArgumentValidator, ValidationTimeout
from toolspec.jsontypes import Json, JsonObject
from toolspec.source import PathSteps, json_pointer
from toolspec.spec import ExpectedCall, Tool


class AnswerKeys:
    """Checks the expected arguments of all cases of one spec against the tools' schemas."""

    def __init__(self, scope: Scope, clock: str | None) -> None:
        self._scope = scope
        self._clock = clock
        self._validators: dict[str, ArgumentValidator | None] = {}

    def check(self, tool: Tool, call: ExpectedCall, path: PathSteps) -> None:
        """Check one expected call: its matchers, then its values against the schema."""
        if not self._check_matchers(tool, call.args, path):
            return
        validator = self._validator(tool)
        if validator is None:
            return
        value, loose = _without_matchers(call.args, "")
        try:
            violations = validator.violations(value)
        except ValidationTimeout as error:
            self._scope.error("TS221", f"the expected arguments cannot be checked: {error}", path)
            return
        for each in violations:
            is_open = any(each.pointer == one or each.pointer.startswith(one + "/") for one in loose)
            if is_open or (call.match == "subset" and each.code == "missing_argument"):
                continue
            where = _deepest(self._scope, path, each.pointer)
            self._scope.error(
                "TS221",
                f"no valid call has these arguments: {each.message}",
                where,
                help=f"mend the case, or the schema of `{tool.name}`",
            )

    def check_names(self, tool: Tool, args: JsonObject, path: PathSteps) -> None:
        """Check arguments that are only partly given, as under `approves` and `never`."""
        if not self._check_matchers(tool, args, path):
            return
        properties = tool.definition.parameters.get("properties", {})
        for name in args:
            if name not in properties and tool.definition.parameters.get("additionalProperties") is False:
                self._scope.error("TS201", f"`{tool.name}` has no argument `{name}`", (*path, name), at="key",
                                  help=wording.did_you_mean(name, properties))

    def _validator(self, tool: Tool) -> ArgumentValidator | None:
        """The tool's validator; null when its schema is itself refused."""
        if tool.name not in self._validators:
            start = (*tool.path, "parameters")
            pointer = json_pointer(start)
            is_broken = any(
                each.pointer is not None and each.pointer.startswith(pointer)
                for each in self._scope.problems.errors
            )
            validator = None if is_broken else ArgumentValidator(tool.definition.parameters)
            self._validators[tool.name] = validator
        return self._validators[tool.name]

    def _check_matchers(self, tool: Tool, args: JsonObject, path: PathSteps) -> bool:
        if not _has_matcher(args):
            return True
        found = matchers.problems(args, context=argument_context(tool, self._clock))
        for each in found:
            where = _deepest(self._scope, path, each.path)
            self._scope.error("TS220", each.message, where, help=each.help)
        for pointer in _earlier_results(args, ""):
            self._scope.error(
                "TS218",
                "`$from` needs an earlier result, and only the first decision is run",
                _deepest(self._scope, path, pointer),
                help="expect the value itself",
            )
        return not found


def _has_matcher(value: Json) -> bool:
    """Whether any key begins with `$`; most answer keys are plain, and this is quick."""
    if isinstance(value, dict):
        return any(key.startswith("$") or _has_matcher(item) for key, item in value.items())
    return isinstance(value, list) and any(_has_matcher(item) for item in value)


def _earlier_results(value: Json, pointer: str) -> Iterator[str]:
    """The pointers of all `$from` matchers."""
    if matchers.matcher_name(value) == "from":
        yield pointer
    elif isinstance(value, dict):
        for key, item in value.items():
            if key != "$literal":
                yield from _earlier_results(item, pointer + json_pointer((key,)))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _earlier_results(item, f"{pointer}/{index}")


def _without_matchers(value: Json, pointer: str) -> tuple[Json, list[str]]:
    """A plain value in place of `value`, and the pointers at which a matcher leaves it open."""
    if matchers.matcher_name(value) is not None:
        name, option = next(iter(value.items()))
        if name == "$literal":
            return option, []
        if name == "$one_of" and option and not any(matchers.matcher_name(each) is not None for each in option):
            return option[0], []
        return None, [pointer]
    if isinstance(value, dict):
        plain: JsonObject = {}
        loose: list[str] = []
        for key, item in value.items():
            inner = pointer + json_pointer((key,))
            if item == {"$absent": True}:
                continue
            plain[key], more = _without_matchers(item, inner)
            loose += more
        return plain, loose
    if isinstance(value, list):
        pairs = [_without_matchers(item, f"{pointer}/{index}") for index, item in enumerate(value)]
        return [each for each, _ in pairs], [one for _, more in pairs for one in more]
    return value, []


def _deepest(scope: Scope, path: PathSteps, pointer: str) -> PathSteps:
    """The path of the value at `pointer` below `path`, as far down as the file has it."""
    value: Json = scope.root
    for step in path:
        value = value[step]
    where = path
    for raw in pointer.split("/")[1:]:
        key = raw.replace("~1", "/").replace("~0", "~")
        step: str | int = int(key) if isinstance(value, list) and key.isdigit() else key
        if isinstance(value, dict) and step in value:
            value = value[step]
        elif isinstance(value, list) and isinstance(step, int) and step < len(value):
            value = value[step]
        else:
            break
        where = (*where, step)
    return where
