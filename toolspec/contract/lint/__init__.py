"""The linter of schemas: one rule a file."""

from toolspec.contract.lint.linter import lint
from toolspec.contract.lint.problem import SchemaProblem

__all__ = ["SchemaProblem", "lint"]
