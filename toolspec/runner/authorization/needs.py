"""What an authorization needs to be installed, checked before anything is sent."""

from __future__ import annotations

from importlib import import_module

from toolspec.diagnostics import Diagnostics
from toolspec.dialect import Auth
from toolspec.source import Document


def check_needs(
    auth: Auth, key: str, path: tuple[str, ...], document: Document, problems: Diagnostics
) -> None:
    """Report a signature that nothing here can make; `path` is the target's place in the spec."""
    if auth.kind != "aws" or key:
        return
    try:
        import_module("botocore.auth")
    except ImportError:
        message = "requests of this target are signed by botocore, which is not installed"
        help = "`pip install 'toolspec-eval[bedrock]'`, or give the target a Bedrock key: `key_env`"
        problems.add(document.diagnostic("TS618", message, path, help=help))
