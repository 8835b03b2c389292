"""`stub` of a tool → `Stub`: each rule gives one answer, and its expressions can be read."""

from __future__ import annotations

import re
from collections.abc import Iterable

from toolspec import wording
from toolspec.compiler.formulas import (
    CALL_NAMES,
    check_expression,
    check_state_path,
    check_template,
)
from toolspec.compiler.scope import Scope
from toolspec.jsontypes import Json, JsonObject
from toolspec.source import PathSteps
from toolspec.spec import Pages, Rows, Stub, StubAnswer, StubError, StubRule, Write

_HOOK = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*:[^\W\d]\w*")
_ANSWERS = ("return", "error", "rows", "sequence", "pages")
_WRITES = ("set", "append", "delete")
_OF_ROWS = ("by", "default")


def load_stub(scope: Scope, value: Json, path: PathSteps) -> Stub | None:
    """Read the `stub` of a tool; null where it has none."""
    if value is None:
        return None
    if isinstance(value, str):
        if not _HOOK.fullmatch(value):
            message = f"{wording.shown(value)} is not `module:function`"
            scope.error("TS106", message, path, help="such as `stubs.orders:get_order`")
        return Stub(hook=value)
    rules = tuple(_rule(scope, rule, (*path, index)) for index, rule in enumerate(value))
    _check_order(scope, value, path)
    return Stub(rules=rules)


def _rule(scope: Scope, value: JsonObject, path: PathSteps) -> StubRule:
    kind = _kind(scope, value, _ANSWERS, path)
    _check_companions(scope, value, kind, path)
    if "when" in value:
        check_expression(scope, value["when"], (*path, "when"), CALL_NAMES)
    return StubRule(
        when=value.get("when"),
        path=path,
        answer=_answer(scope, value, path) if kind in ("return", "error") else None,
        rows=_rows(scope, value, path) if kind == "rows" else None,
        sequence=tuple(
            _whole_answer(scope, each, (*path, "sequence", index))
            for index, each in enumerate(value["sequence"] if kind == "sequence" else ())
        ),
        pages=_pages(scope, value["pages"], (*path, "pages")) if kind == "pages" else None,
    )


def _kind(scope: Scope, value: JsonObject, kinds: tuple[str, ...], path: PathSteps) -> str | None:
    """The one key that says what is answered; null, and a report, when there is none."""
    given = [each for each in kinds if each in value]
    if not given:
        listed = ", ".join(f"`{each}`" for each in kinds)
        message = "no answer is written here"
        scope.error("TS103", message, path, at="first_key", help=f"write one of {listed}")
        return None
    for each in given[1:]:
        message = f"`{given[0]}` and `{each}` contradict each other"
        scope.error("TS211", message, (*path, each), at="key", help="keep one of them")
    return given[0]


def _check_companions(scope: Scope, value: JsonObject, kind: str | None, path: PathSteps) -> None:
    """Report keys that mean nothing beside this kind of answer."""
    if kind is None:
        return
    idle = [each for each in _OF_ROWS if kind != "rows"]
    idle += [each for each in _WRITES if kind != "return"]
    for key in idle:
        if key in value:
            needed = "rows" if key in _OF_ROWS else "return"
            message = f"`{key}` has no meaning without `{needed}`"
            scope.error("TS212", message, (*path, key), at="key", help="remove it")
    if kind == "rows" and "by" not in value:
        message, help = "the key `by` is missing here", "an expression: `by: args.order_id`"
        scope.error("TS103", message, path, at="first_key", help=help)


def _whole_answer(scope: Scope, value: JsonObject, path: PathSteps) -> StubAnswer:
    kind = _kind(scope, value, ("return", "error"), path)
    _check_companions(scope, value, kind, path)
    return _answer(scope, value, path)


def _answer(scope: Scope, value: JsonObject, path: PathSteps) -> StubAnswer:
    if "return" in value:
        check_template(scope, value["return"], (*path, "return"), CALL_NAMES)
    return StubAnswer(
        result=value.get("return"),
        error=_error(scope, value.get("error"), (*path, "error")),
        writes=tuple(_writes(scope, value, path)),
    )


def _error(scope: Scope, value: Json, path: PathSteps) -> StubError | None:
    if isinstance(value, dict):
        if "message" in value:
            check_template(scope, value["message"], (*path, "message"), CALL_NAMES)
        return StubError(code=value["code"], message=value.get("message"))
    return None if value is None else StubError(code=value)


def _writes(scope: Scope, value: JsonObject, path: PathSteps) -> Iterable[Write]:
    """The changes in the order of the file."""
    for key in value:
        if key in ("set", "append"):
            for at, new in value[key].items():
                where: PathSteps = (*path, key, at)
                check_state_path(scope, at, where, CALL_NAMES, at="key")
                check_template(scope, new, where, CALL_NAMES)
                yield Write(op="set" if key == "set" else "append", path=at, value=new)
        elif key == "delete":
            for index, at in enumerate(value[key]):
                check_state_path(scope, at, (*path, key, index), CALL_NAMES)
                yield Write(op="delete", path=at)


def _rows(scope: Scope, value: JsonObject, path: PathSteps) -> Rows:
    by = value.get("by", "")
    if by:
        check_expression(scope, by, (*path, "by"), CALL_NAMES)
    check_template(scope, value["rows"], (*path, "rows"), CALL_NAMES)
    default = None
    if "default" in value:
        default = _whole_answer(scope, value["default"], (*path, "default"))
    return Rows(by=by, rows=value["rows"], default=default)


def _pages(scope: Scope, value: JsonObject, path: PathSteps) -> Pages:
    check_expression(scope, value["items"], (*path, "items"), CALL_NAMES)
    pages = Pages(
        items=value["items"],
        size=int(value["size"]),
        cursor=value.get("cursor", "cursor"),
        into=value.get("into", "items"),
        next=value.get("next", "next_cursor"),
    )
    if pages.into == pages.next:
        message = "`into` and `next` name the same field"
        scope.error("TS211", message, (*path, "into"), at="key", help="give them two names")
    return pages


def _check_order(scope: Scope, rules: list[JsonObject], path: PathSteps) -> None:
    """The first rule that fits is taken: what follows one that always fits is never reached."""
    for index, rule in enumerate(rules):
        if "when" in rule or ("rows" in rule and "default" not in rule):
            continue
        if index + 1 < len(rules):
            message = f"this rule is never reached, as rule {index + 1} always fits"
            help = "put it before that rule, or give that rule a `when`"
            scope.error("TS229", message, (*path, index + 1), help=help)
        return
    message = "a call that none of these rules fits has no answer"
    help = "end with a rule that always fits, such as `- error: NOT_FOUND`"
    scope.warning("TS230", message, path, at="key", help=help)
