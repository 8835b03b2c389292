"""OpenAI Chat Completions, and the many servers that speak its dialect.

`lower` writes a request, `lift` reads a response; both are pure. The reading is lenient about the
shape (vLLM, llama.cpp, OpenRouter, Groq, Azure and others each bend it) and strict about the
meaning: whatever was odd is named in `Decision.anomalies`, and nothing is repaired.
"""

from toolspec_adapters.openai_chat.decision import lift
from toolspec_adapters.openai_chat.lifted import lift_request
from toolspec_adapters.openai_chat.request import lower
from toolspec_adapters.openai_chat.simulated import answer, answer_error

__all__ = ["answer", "answer_error", "lift", "lift_request", "lower"]
