"""Report formats: one module or template a format."""
