"""Ollama's own chat, `/api/chat`."""

from toolspec_adapters.ollama.decision import lift
from toolspec_adapters.ollama.lifted import lift_request
from toolspec_adapters.ollama.request import lower
from toolspec_adapters.ollama.simulated import answer, answer_error

__all__ = ["answer", "answer_error", "lift", "lift_request", "lower"]
