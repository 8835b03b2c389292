"""`${NAME}` in targets → values of the environment, which the caller hands in as a mapping."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from toolspec.diagnostics import Diagnostics
from toolspec.source import Document, PathSteps
from toolspec.spec import Target
from toolspec.urls import is_http_url

_ANY_REFERENCE = re.compile(r"\$\{[^}]*\}?")
_REFERENCE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")


def malformed_reference(text: str) -> str | None:
    """The first `${…}` that names no variable, and would be sent as written; or null."""
    found = _ANY_REFERENCE.search(_REFERENCE.sub("", text))
    return found[0] if found else None


def variables_of(targets: tuple[Target, ...]) -> tuple[str, ...]:
    """The names of all variables that the targets' models and addresses take."""
    texts = [text for each in targets for text in (each.model, each.base_url or "")]
    return tuple(dict.fromkeys(name for text in texts for name in _REFERENCE.findall(text)))


def resolve_targets(
    targets: tuple[Target, ...],
    environment: Mapping[str, str],
    document: Document,
    problems: Diagnostics,
    *,
    needs_keys: bool,
) -> tuple[Target, ...]:
    """Fill in the variables of the targets; report each that is not set.

    With `needs_keys` the variable of `key_env` must be set too. Values are never put in a message.
    """
    filler = _Filler(environment, document, problems)
    resolved = []
    for target in targets:
        path: PathSteps = ("targets", target.name)
        if needs_keys and target.key_env is not None:
            filler.require_key(target.key_env, (*path, "key_env"))
        model = filler.fill(target.model, (*path, "model"))
        base_url = target.base_url
        if base_url is not None:
            base_url = filler.fill_address(base_url, (*path, "base_url"))
        resolved.append(replace(target, model=model, base_url=base_url))
    return tuple(resolved)


class _Filler:
    def __init__(
        self, environment: Mapping[str, str], document: Document, problems: Diagnostics
    ) -> None:
        self._environment = environment
        self._document = document
        self._problems = problems

    def require_key(self, name: str, path: PathSteps) -> None:
        if not self._environment.get(name, "").strip():
            message = f"the environment variable `{name}` is not set; it must hold the key"
            help = f"export {name}=…, or run the built-in model: `--target reference`"
            self._report("TS601", message, path, help)

    def fill(self, text: str, path: PathSteps) -> str:
        for name in dict.fromkeys(_REFERENCE.findall(text)):
            if not self._environment.get(name):
                message = f"the environment variable `{name}` is not set"
                self._report("TS602", message, path, f"export {name}=…")
        return _REFERENCE.sub(lambda found: self._environment.get(found[1], ""), text)

    def fill_address(self, text: str, path: PathSteps) -> str:
        """An address is checked only when its variables are set."""
        url = self.fill(text, path)
        names = _REFERENCE.findall(text)
        if names and all(self._environment.get(each) for each in names) and not is_http_url(url):
            message = f"`{text}` does not give an http or https address"
            help = f"set {names[0]} so that the address is like `https://host/v1`"
            self._report("TS222", message, path, help)
        return url

    def _report(self, code: str, message: str, path: PathSteps, help: str) -> None:
        self._problems.add(self._document.diagnostic(code, message, path, help=help))
