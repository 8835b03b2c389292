"""toolspec: specifications, checks and release gates for models that call tools."""

__version__ = "0.1.0"
