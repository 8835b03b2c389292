"""GigaChat, both versions of its chat API.

v1 has one call a message, in `function_call`; v2 has messages of parts, and several calls. Answers
and requests are read by their shape; requests and simulated answers are written by
`options.version` of the dialect (profile `gigachat_v2`). Neither version needs call ids.
"""

from toolspec_adapters.gigachat.decision import lift
from toolspec_adapters.gigachat.lifted import lift_request
from toolspec_adapters.gigachat.request import lower
from toolspec_adapters.gigachat.simulated import answer, answer_error

__all__ = ["answer", "answer_error", "lift", "lift_request", "lower"]
