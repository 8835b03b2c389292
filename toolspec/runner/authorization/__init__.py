"""How requests prove who sends them: one module a kind, chosen by `auth.kind` of the dialect.

`bearer` and `header` send the key itself; `gigachat` exchanges it for a token that lives half an
hour; `aws` signs each request, unless the target has a key. Nothing is imported here: `needs` is
used by commands that load no network library.
"""
