"""Wire formats: one module a format, two pure directions. See `toolspec.provider.Adapter`."""
