"""Names that the runner and the built-in model agree on."""

from __future__ import annotations

ADAPTER = "openai_chat"
REFERENCE = "reference"
MUTANT_PREFIX = "mutant:"
# An agent that toolspec does not drive: `external:mcp`, `external:http`.
EXTERNAL = "external"
DOORS = ("http", "mcp")

# The tool by which an agent behind MCP, which has no other way, speaks to the scripted user.
REPLY = "reply_to_user"
MODEL_PREFIX = "toolspec-"

# Sent to the built-in model only: two cases may have the same message and different expectations.
CASE_HEADER = "x-toolspec-case"

# Sent to it as well: planned faults may strike otherwise in each repetition.
SEED_HEADER = "x-toolspec-seed"
