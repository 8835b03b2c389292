"""Catalogues and benchmarks of others → specs: one reader a kind of source, one writer.

A reader is a pure function from a JSON value to `Imported`; what cannot be carried over is listed
there, and what makes the source unusable is refused with its place, all in one pass.
"""
