"""One file is one rewrite; its name in a dialect is the name of the module.

Each has `rewrite(schema, rules)`: the schema written in another way, or the same object where
there is nothing to write. It reads any JSON object and raises nothing.
"""
