"""Cohere's chat, version 2."""

from toolspec_adapters.cohere.decision import lift
from toolspec_adapters.cohere.lifted import lift_request
from toolspec_adapters.cohere.request import lower
from toolspec_adapters.cohere.simulated import answer, answer_error

__all__ = ["answer", "answer_error", "lift", "lift_request", "lower"]
