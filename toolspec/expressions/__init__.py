"""The expressions, templates and state paths of a spec: read once, evaluated in a sandbox.

What they see is JSON and a few functions; they change nothing, and their work is bounded.
"""

from toolspec.expressions.errors import ExpressionError
from toolspec.expressions.expression import Expression, compile_expression, problems
from toolspec.expressions.functions import Function
from toolspec.expressions.state_path import (
    StatePath,
    Steps,
    append_at,
    delete_at,
    get_at,
    parse_state_path,
    set_at,
    shown_path,
)
from toolspec.expressions.template import Template, compile_template

__all__ = [
    "Expression",
    "ExpressionError",
    "Function",
    "StatePath",
    "Steps",
    "Template",
    "append_at",
    "compile_expression",
    "compile_template",
    "delete_at",
    "get_at",
    "parse_state_path",
    "problems",
    "set_at",
    "shown_path",
]
