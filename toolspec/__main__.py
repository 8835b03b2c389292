"""`python -m toolspec` and the `toolspec` command."""

from toolspec.cli import main

if __name__ == "__main__":
    main()
