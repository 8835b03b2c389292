"""Bad habits, one a file. See `toolspec.models.Mutant`."""
