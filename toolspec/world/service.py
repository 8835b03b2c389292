"""The service behind the simulated tools: it answers by stubs, and commits to the ledger."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import replace

from toolspec.contract import ArgumentValidator, ValidationTimeout
from toolspec.expressions import ExpressionError
from toolspec.jsontypes import Json, JsonObject
from toolspec.spec import Stub, Tool
from toolspec.story import Effect
from toolspec.world.clock import Clock
from toolspec.world.hooks import Hook, HookWorld, ToolError, changes_between
from toolspec.world.ledger import Change, Ledger
from toolspec.world.outcome import Outcome, StubFailed, failed
from toolspec.world.plain_json import NotJson, plain
from toolspec.world.stub_answers import Made, answered
from toolspec.world.view import canonical


class Service:
    """Carries calls out. One operation under one idempotency key is carried out once."""

    def __init__(
        self,
        ledger: Ledger,
        clock: Clock,
        principal: Callable[[], JsonObject | None],
        hooks: Mapping[str, Hook],
    ) -> None:
        self._ledger, self._clock, self._principal = ledger, clock, principal
        self._hooks = hooks
        self._counts: dict[str, dict[int, int]] = {}
        self._validators: dict[str, ArgumentValidator] = {}

    def names(self, arguments: JsonObject, *, is_stale: bool = False) -> Mapping[str, object]:
        """What the expressions of a tool see."""
        ledger = self._ledger
        return {
            "args": arguments,
            "state": ledger.initial if is_stale else ledger.state,
            "clock": self._clock.now,
            "principal": self._principal(),
        }

    def carry_out(
        self,
        tool: Tool,
        arguments: JsonObject,
        step: int,
        call: int,
        *,
        cause: str,
        is_stale: bool,
    ) -> Outcome:
        """Answer a call, and commit what it changes. Raises `StubFailed`."""
        key = None if tool.idempotency_key is None else arguments.get(tool.idempotency_key)
        before = None if key is None else self._ledger.entry_of(tool.name, key)
        if before is not None:
            if canonical(before.effect.arguments) == canonical(arguments):
                return Outcome(status="executed", result=deepcopy(before.result))
            message = "the idempotency key was used for another request"
            return failed("IDEMPOTENCY_CONFLICT", message)
        made = self._made(tool, arguments, is_stale=is_stale)
        if made.error is not None:
            return failed(*made.error)
        self._check_result(tool, made.result)
        if tool.effect == "mutate" or made.changes:
            effect = Effect(
                step=step,
                call=call,
                tool=tool.name,
                arguments=deepcopy(arguments),
                key=None if key is None else str(key),
                cause=cause,
            )
            try:
                self._ledger.commit(effect, made.changes, made.result)
            except ExpressionError as error:
                raise StubFailed(
                    f"the stub of `{tool.name}` cannot write: {error.reason}"
                ) from error
        return Outcome(status="executed", result=deepcopy(made.result))

    def _made(self, tool: Tool, arguments: JsonObject, *, is_stale: bool) -> Made:
        names = self.names(arguments, is_stale=is_stale)
        stub = tool.stub or Stub()
        if stub.hook is None:
            made = answered(tool.name, stub, names, self._counts.setdefault(tool.name, {}))
            return _in_json(tool.name, made)
        hook = self._hooks.get(tool.name)
        if hook is None:
            raise StubFailed(
                f"`{tool.name}` answers by a Python function, which is not allowed here"
            )
        return self._by_hook(tool.name, hook, arguments, names["state"])

    def _by_hook(self, name: str, hook: Hook, arguments: JsonObject, state: Json) -> Made:
        changed = deepcopy(state)
        known = HookWorld(clock=self._clock.now, principal=self._principal())
        try:
            result = hook(deepcopy(arguments), changed, known)
        except ToolError as error:
            return Made(error=(error.code, error.message))
        # Whatever else a user's function raises is the spec's fault, and ends this attempt alone.
        except Exception as error:
            raise StubFailed(f"the hook of `{name}` failed: {error!r}") from error
        whole = Change(op="set", steps=(), value=changed)
        made = _in_json(name, Made(result=result, changes=(whole,)))
        changes = changes_between(state, made.changes[0].value)
        return Made(result=made.result, changes=tuple(changes))

    def _check_result(self, tool: Tool, result: Json) -> None:
        if tool.returns is None:
            return
        if tool.name not in self._validators:
            self._validators[tool.name] = ArgumentValidator(tool.returns)
        try:
            found = self._validators[tool.name].violations(result)
        except ValidationTimeout as error:
            message = f"the result of `{tool.name}` cannot be checked: {error}"
            raise StubFailed(message) from error
        if found:
            place = found[0].pointer or "the result"
            raise StubFailed(
                f"the stub of `{tool.name}` breaks `returns` at {place}: {found[0].message}"
            )


def _in_json(tool: str, made: Made) -> Made:
    """The same answer in copies; `StubFailed` for what has no place in JSON."""
    try:
        changes = tuple(replace(each, value=plain(each.value)) for each in made.changes)
        return replace(made, result=plain(made.result), changes=changes)
    except NotJson as error:
        raise StubFailed(f"the stub of `{tool}` gives what is not JSON: {error}") from error
