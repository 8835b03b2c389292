"""Names that the runner and the built-in model agree on."""

from __future__ import annotations

ADAPTER = "openai_chat"
REFERENCE = "reference"
MUTANT_PREFIX = "mutant:"
MODEL_PREFIX = "toolspec-"

# Sent to the built-in model only: two cases may have the same message and different expectations.
CASE_HEADER = "x-toolspec-case"
