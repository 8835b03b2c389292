"""Yandex AI Studio's own completion API over REST (`/foundationModels/v1/completion`).

Calls have no ids, and results name the function alone, so the order of results is all that tells
two calls of one name apart. Answers may come inside `result` or without it.
"""

from toolspec_adapters.yandex.decision import lift
from toolspec_adapters.yandex.lifted import lift_request
from toolspec_adapters.yandex.request import lower
from toolspec_adapters.yandex.simulated import answer, answer_error

__all__ = ["answer", "answer_error", "lift", "lift_request", "lower"]
