"""`tool_mode: json_text`, for models whose server knows no tools: calls as text, by one rule.

The catalogue is a part of the instructions (`render_catalogue`), a call is one JSON object that is
the whole reply (`read_envelope`), and results come back as messages of the user (`turn_texts`).
Nothing here changes what the model wrote: a reply that is almost a call is not one.
"""

from toolspec.json_text.catalogue import TEMPLATE_VERSION, render_catalogue
from toolspec.json_text.envelope import read_envelope
from toolspec.json_text.turns import turn_texts

__all__ = ["TEMPLATE_VERSION", "read_envelope", "render_catalogue", "turn_texts"]
