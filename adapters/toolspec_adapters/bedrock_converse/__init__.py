"""Amazon Bedrock, `Converse`: one format for the models of many families.

What a family takes differs, and is data. Calls have arguments that are objects; the results of one
turn are blocks of one message of the user.
"""

from toolspec_adapters.bedrock_converse.decision import lift
from toolspec_adapters.bedrock_converse.lifted import lift_request
from toolspec_adapters.bedrock_converse.request import lower
from toolspec_adapters.bedrock_converse.simulated import answer, answer_error

__all__ = ["answer", "answer_error", "lift", "lift_request", "lower"]
