"""Doors to the simulated world, for an agent that toolspec does not drive."""
