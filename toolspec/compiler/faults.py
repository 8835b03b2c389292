"""`faults` → `Fault` records: each kind has the options it needs, and no other."""

from __future__ import annotations

from dataclasses import dataclass

from toolspec import wording
from toolspec.compiler.answer_keys import AnswerKeys
from toolspec.compiler.frame import Frame
from toolspec.compiler.names import is_known, is_tool
from toolspec.compiler.scope import Scope
from toolspec.diagnostics import Note
from toolspec.jsontypes import JsonObject
from toolspec.source import PathSteps
from toolspec.spec import Fault, Tool

_COMMON = ("tool", "call", "kind")
_WHOLE = ("ms", "timeout_ms")


@dataclass(frozen=True, slots=True)
class _Options:
    needed: tuple[str, ...] = ()
    free: tuple[str, ...] = ()

    @property
    def all(self) -> tuple[str, ...]:
        return (*self.needed, *self.free)


_KINDS = {
    "rate_limit": _Options(("retry_after",)),
    "timeout_before_commit": _Options(),
    "timeout_after_commit": _Options(),
    "delay": _Options(("ms",), ("timeout_ms",)),
    "error": _Options(("code",), ("message",)),
    "auth_error": _Options(),
    "permission_revoked": _Options((), ("scopes",)),
    "empty": _Options(),
    "partial": _Options(("drop_fields",)),
    "corrupt": _Options((), ("drop_fields",)),
    "unknown_field": _Options(("fields",)),
    "stale_state": _Options(),
    "duplicate_delivery": _Options(),
    "injection": _Options(("forbids",), ("text", "pick", "into")),
}


class FaultLoader:
    """Reads the faults of one spec."""

    def __init__(
        self,
        scope: Scope,
        tools: tuple[Tool, ...],
        keys: AnswerKeys,
        clock: str | None,
        injections: tuple[str, ...],
    ) -> None:
        self._scope = scope
        self._tools = {each.name: each for each in tools}
        self._keys = keys
        self._frame = Frame(until="done", offered=tuple(self._tools), clock=clock)
        self._injections = injections

    def load(self) -> dict[str, Fault]:
        """Read every fault, by its name."""
        faults = self._scope.root.get("faults", {})
        return {name: self._load(name, value) for name, value in faults.items()}

    def _load(self, name: str, value: JsonObject) -> Fault:
        path: PathSteps = ("faults", name)
        is_tool(self._scope, value["tool"], self._tools, (*path, "tool"))
        self._check_options(value, path)
        tool = self._tools.get(value["tool"])
        match value["kind"]:
            case "injection":
                self._check_injection(value, path)
            case "permission_revoked":
                self._check_revoked(value, tool, path)
            case "error":
                self._check_code(value, tool, path)
        return Fault(
            name=name,
            tool=value["tool"],
            call=int(value.get("call", 1)),
            kind=value["kind"],
            options=_options(value, tool),
            path=path,
        )

    def _check_options(self, value: JsonObject, path: PathSteps) -> None:
        kind = value["kind"]
        options = _KINDS[kind]
        for key in value:
            if key not in (*_COMMON, *options.all):
                message = f"a fault of kind `{kind}` has no option `{key}`"
                help = wording.did_you_mean(key, options.all)
                self._scope.error("TS102", message, (*path, key), at="key", help=help)
        for key in options.needed:
            if key not in value:
                self._missing(f"a fault of kind `{kind}` needs `{key}`", path)

    def _missing(self, message: str, path: PathSteps, help: str | None = None) -> None:
        self._scope.error("TS103", message, path, at="key", help=help)

    def _check_injection(self, value: JsonObject, path: PathSteps) -> None:
        if "text" in value and "pick" in value:
            message = "`text` and `pick` contradict each other"
            self._scope.error("TS211", message, (*path, "pick"), at="key", help="keep one of them")
        elif "text" not in value and "pick" not in value:
            self._missing("a fault of kind `injection` needs `text` or `pick`", path)
        if "pick" in value:
            is_known(self._scope, "injection", value["pick"], self._injections, (*path, "pick"))
        for index, forbidden in enumerate(value.get("forbids", ())):
            where: PathSteps = (*path, "forbids", index)
            name, args = forbidden["call"], forbidden.get("args")
            if is_tool(self._scope, name, self._tools, (*where, "call")) and args is not None:
                self._keys.check_forbidden(self._tools[name], args, (*where, "args"), self._frame)

    def _check_revoked(self, value: JsonObject, tool: Tool | None, path: PathSteps) -> None:
        if tool is not None and "scopes" not in value and not tool.requires.scopes:
            message = f"`{tool.name}` requires no scopes that could be revoked"
            self._missing(message, path, help="write `scopes`, or `requires: {scopes: […]}`")

    def _check_code(self, value: JsonObject, tool: Tool | None, path: PathSteps) -> None:
        if tool is not None and tool.errors and "code" in value:
            noun = f"error of `{tool.name}`"
            is_known(self._scope, noun, value["code"], tool.errors, (*path, "code"))


def _options(value: JsonObject, tool: Tool | None) -> JsonObject:
    given = {
        key: int(value[key]) if key in _WHOLE else value[key]
        for key in _KINDS[value["kind"]].all
        if key in value
    }
    if value["kind"] == "injection":
        return {"into": "note", **given}
    if value["kind"] == "permission_revoked" and tool is not None:
        return {"scopes": list(tool.requires.scopes), **given}
    return given


def load_case_faults(
    scope: Scope, faults: dict[str, Fault], case: JsonObject, path: PathSteps
) -> tuple[Fault, ...]:
    """The faults of a case; two of them must not strike one call."""
    first: dict[tuple[str, int], PathSteps] = {}
    chosen = []
    for index, name in enumerate(case.get("faults", ())):
        where: PathSteps = (*path, "faults", index)
        if not is_known(scope, "fault", name, faults, where):
            continue
        fault = faults[name]
        before = first.setdefault((fault.tool, fault.call), where)
        if before is not where:
            message = f"two faults strike call {fault.call} of `{fault.tool}`"
            notes = (Note("the other is here", scope.document.span(before)),)
            help = "let one of them strike another call, or make two cases"
            scope.error("TS231", message, where, notes=notes, help=help)
        chosen.append(fault)
    return tuple(chosen)
