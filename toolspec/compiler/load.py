"""Document → `Spec`: shape first, then names and references; all problems in one pass."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePosixPath, PureWindowsPath

from toolspec.compiler.answer_keys import AnswerKeys
from toolspec.compiler.cases import CaseLoader
from toolspec.compiler.context import load_context
from toolspec.compiler.faults import FaultLoader
from toolspec.compiler.gate_rules import load_gate
from toolspec.compiler.mend import mend
from toolspec.compiler.scope import Scope
from toolspec.compiler.settings import load_contract, load_run, load_targets
from toolspec.compiler.shape import check_shape
from toolspec.compiler.tools import load_tools
from toolspec.compiler.trajectories import load_trajectories
from toolspec.compiler.unused import check_used
from toolspec.compiler.vocabulary import Vocabulary
from toolspec.compiler.worlds import load_world
from toolspec.diagnostics import Diagnostics
from toolspec.source import Document, PathSteps
from toolspec.spec import Prompt, Spec

ReadText = Callable[[str], str]


def load(
    document: Document, vocabulary: Vocabulary, problems: Diagnostics, *, read_text: ReadText
) -> Spec | None:
    """Read a spec. Null when `problems` holds errors; warnings do not stop it.

    `read_text` gives the text of a file named relative to the spec, and raises `OSError` or
    `UnicodeDecodeError` when it cannot.
    """
    mistakes = Diagnostics()
    check_shape(document, mistakes)
    problems.extend(mistakes)
    if not mistakes.errors:
        spec = _load(Scope(document, document.root, problems), vocabulary, read_text)
        return None if problems.errors else spec
    mended = mend(document, mistakes)
    if mended is not None:
        rest = Diagnostics()
        _load(Scope(document, mended.root, rest), vocabulary, read_text)
        problems.extend(each for each in rest if mended.is_sound(each))
    return None


def _load(scope: Scope, vocabulary: Vocabulary, read_text: ReadText) -> Spec:
    root = scope.root
    world = load_world(scope)
    tools = load_tools(scope)
    keys = AnswerKeys(scope)
    trajectories = load_trajectories(scope, tools)
    faults = FaultLoader(scope, tools, keys, world.clock, vocabulary.injections).load()
    cases = CaseLoader(scope, tools, keys, world, faults, trajectories).load()
    check_used(scope)
    return Spec(
        name=root["name"],
        version=root["version"],
        owner=root.get("owner"),
        prompt=_load_prompt(scope, read_text),
        tools=tools,
        cases=cases,
        targets=load_targets(scope, vocabulary.adapters),
        run=load_run(scope, tools),
        contract=load_contract(scope, tools),
        gate=load_gate(scope, cases, vocabulary),
        world=world,
        fills_defaults=root.get("compare", {}).get("defaults") == "filled",
        context=load_context(scope),
    )


def _load_prompt(scope: Scope, read_text: ReadText) -> Prompt:
    value = scope.root["prompt"]
    if ("text" in value) == ("file" in value):
        message, help = "a prompt has either `text` or `file`", "write one of the two"
        scope.error("TS211", message, ("prompt",), at="first_key", help=help)
    text = value.get("text", "")
    if "file" in value:
        text = _read_prompt(scope, value["file"], read_text)
    if "clock" in value and "clock" not in scope.root.get("world", {}):
        message, help = "`clock` stands without `world.clock`", "say what time it is there"
        scope.error("TS212", message, ("prompt", "clock"), at="key", help=help)
    return Prompt(id=value["id"], version=value["version"], text=text, clock=value.get("clock"))


def _read_prompt(scope: Scope, name: str, read_text: ReadText) -> str:
    path: PathSteps = ("prompt", "file")
    text = ""
    if _leaves_folder(name):
        message = "the prompt lies outside the folder of the spec"
        scope.error("TS223", message, path, help="name a file beside the spec or below it")
        return text
    try:
        text = read_text(name)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        scope.error("TS223", f"the prompt cannot be read: {reason}", path)
    except UnicodeDecodeError:
        scope.error("TS223", "the prompt is not UTF-8 text", path, help="save it as UTF-8")
    else:
        if not text.strip():
            scope.error("TS223", "the prompt is empty", path, help="write the instructions")
    return text


def _leaves_folder(name: str) -> bool:
    # Both kinds of path, so that a spec means the same on every system.
    kinds = (PurePosixPath(name), PureWindowsPath(name))
    return any(bool(each.anchor) or ".." in each.parts for each in kinds)
