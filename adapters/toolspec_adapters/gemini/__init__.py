"""Google Gemini, `generateContent`.

A tool's schema travels in `parameters` as Google's own Schema or, by the option `schema_field`, in
`parametersJsonSchema` as JSON Schema. Calls have arguments that are objects, and ids only in newer
models: an id goes back exactly when one came.
"""

from toolspec_adapters.gemini.decision import lift
from toolspec_adapters.gemini.lifted import lift_request
from toolspec_adapters.gemini.request import lower
from toolspec_adapters.gemini.simulated import answer, answer_error

__all__ = ["answer", "answer_error", "lift", "lift_request", "lower"]
