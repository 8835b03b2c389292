"""Mistral's chat completions: OpenAI's shape, with ids and words of its own."""

from toolspec_adapters.mistral.decision import lift
from toolspec_adapters.mistral.lifted import lift_request
from toolspec_adapters.mistral.request import lower
from toolspec_adapters.mistral.simulated import answer, answer_error

__all__ = ["answer", "answer_error", "lift", "lift_request", "lower"]
