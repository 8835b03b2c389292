"""Which source lines may not be shown, since a secret seems to stand in them."""

from __future__ import annotations

import re

SECRET_KEY = re.compile(
    r"(?:^|[_-])(?:api_?)?key$|token$|secret$|password$|passwd$|^authorization$", re.IGNORECASE
)

# `name: value` where the name says that the value is secret; a mapping or a list is not one.
_NAMED = re.compile(
    r"(?:(?:(?<![^\W_])|api)key|token|secret|password|passwd|authorization)[\"']?\s{0,9}:"
    r"(?=\s)(?!\s*(?:[{\[|>&*#]|$))",
    re.IGNORECASE,
)
# `key_env` names a variable; anything else written there is taken for the key itself.
_KEY_ENV = re.compile(r"key_env[\"']?\s*:(?!\s*[\"']?[A-Za-z_][A-Za-z0-9_]*[\"']?\s*(?:[,}#]|$))")
# An address with a user, a password or a query. Bounded, since a line may have any length.
_ADDRESS = re.compile(r"://(?:[^\s/?#\"']{0,999}@|[^\s\"'?]{0,999}\?[^\s\"'=]{0,999}=)")


def carries_secret(line: str) -> bool:
    """True when a line names a secret and gives it, or holds an address that may carry one."""
    return any(each.search(line) for each in (_NAMED, _KEY_ENV, _ADDRESS))
