"""Anthropic, the Messages API.

What a model says is a list of blocks. Calls have arguments that are objects; the results of one
turn are the first blocks of one message of the user.
"""

from toolspec_adapters.anthropic.decision import lift
from toolspec_adapters.anthropic.lifted import lift_request
from toolspec_adapters.anthropic.request import lower
from toolspec_adapters.anthropic.simulated import answer, answer_error

__all__ = ["answer", "answer_error", "lift", "lift_request", "lower"]
