"""OpenAI Responses, used without any state on the server.

Every request carries the whole conversation: what the model put out comes back item by item, in
order and unchanged, because a call without its reasoning is rejected. `strict` is always sent:
without it the server rewrites the schema on its own.
"""

from toolspec_adapters.openai_responses.decision import lift
from toolspec_adapters.openai_responses.lifted import lift_request
from toolspec_adapters.openai_responses.request import lower
from toolspec_adapters.openai_responses.simulated import answer, answer_error

__all__ = ["answer", "answer_error", "lift", "lift_request", "lower"]
