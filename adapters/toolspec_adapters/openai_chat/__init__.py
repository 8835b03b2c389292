"""OpenAI Chat Completions, and the many servers that speak its dialect.

`lower` writes a request, `lift` reads a response; both are pure. The reading is lenient about the
shape (vLLM, llama.cpp, OpenRouter, Groq, Azure and others each bend it) and strict about the
meaning: whatever was odd is named in `Decision.anomalies`, and nothing is repaired.
"""

from toolspec_adapters.openai_chat.decision import lift
from toolspec_adapters.openai_chat.request import DEFAULT_BASE_URL, authorize, lower

__all__ = ["DEFAULT_BASE_URL", "authorize", "lift", "lower"]
