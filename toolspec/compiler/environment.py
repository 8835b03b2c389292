"""`${NAME}` in targets → values of the environment, which the caller hands in as a mapping."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from toolspec.diagnostics import Diagnostics
from toolspec.source import Document, PathSteps
from toolspec.spec import Target

_REFERENCE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")


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
    resolved = []
    for target in targets:
        path: PathSteps = ("targets", target.name)
        model = _fill(target.model, environment, document, (*path, "model"), problems)
        base_url = target.base_url
        if base_url is not None:
            base_url = _fill(base_url, environment, document, (*path, "base_url"), problems)
        if needs_keys and target.key_env is not None and not environment.get(target.key_env, "").strip():
            message = f"the environment variable `{target.key_env}` is not set; it must hold the key"
            help = f"export {target.key_env}=…, or run the built-in model: `--target reference`"
            problems.add(document.diagnostic("TS601", message, (*path, "key_env"), help=help))
        resolved.append(replace(target, model=model, base_url=base_url))
    return tuple(resolved)


def _fill(text: str, environment: Mapping[str, str], document: Document, path: PathSteps, problems: Diagnostics) -> str:
    for name in dict.fromkeys(_REFERENCE.findall(text)):
        if not environment.get(name):
            message = f"the environment variable `{name}` is not set"
            problems.add(document.diagnostic("TS602", message, path, help=f"export {name}=…"))
    return _REFERENCE.sub(lambda found: environment.get(found[1], ""), text)
