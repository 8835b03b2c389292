"""The command line: the only place that prints, reads the environment or exits.

Each command is a module of this package, imported when it is used, so that `toolspec --version`
loads nothing else.
"""

from __future__ import annotations

import sys
from importlib import import_module

import click

from toolspec import __version__
from toolspec.diagnostics import SpecError, ToolspecError

COMMANDS = {
    "check": "Check specs and say what a run would send.",
    "compile": "Write the payloads of a spec to a folder.",
    "run": "Run specs against models, score them, and decide the gate.",
    "score": "Score a recorded run again, without network.",
    "gate": "Decide the gate of a recorded run.",
    "serve": "Serve the simulated model of a spec over HTTP.",
    "world": "Serve the simulated tools of one case to an agent of your own.",
    "import": "Write a spec from tools or benchmarks in another format.",
    "decode": "Show how one raw response is read.",
    "schema": "Print the JSON Schema of the spec language.",
    "explain": "Explain a code, a metric, a matcher or a mutant.",
}

EPILOG = (
    "Exit codes: 0 passed; 1 gate failed; 2 spec, usage or configuration error (nothing was sent); "
    "3 inconclusive; 130 or 143 interrupted."
)


class LazyGroup(click.Group):
    """A group whose commands are imported when they are used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of the work."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one command; null when there is none of that name."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"{__name__}.{cmd_name}_command").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Name the nearest command for a misspelled one."""
        from toolspec.wording import did_you_mean

        if args and args[0] not in COMMANDS:
            ctx.fail(f"no command is named `{args[0]}`; {did_you_mean(args[0], COMMANDS)}")
        return super().resolve_command(ctx, args)


@click.group(cls=LazyGroup, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="toolspec", message="%(prog)s %(version)s")
def group() -> None:
    """Specifications, checks and release gates for models that call tools."""


def main() -> None:
    """Run the command line and exit with its code."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            # A console that lacks a character shows another one; files are UTF-8 all the same.
            reconfigure(errors="replace")
    sys.exit(_run_group())


def _run_group() -> int:
    try:
        code = group.main(prog_name="toolspec", standalone_mode=False)
    except SpecError as error:
        from toolspec.cli.printing import print_diagnostics

        print_diagnostics(error.diagnostics)
        return 2
    except ToolspecError as error:
        click.echo(f"error: {error}", err=True)
        return 3
    except click.ClickException as error:
        error.show()
        return 2
    except (KeyboardInterrupt, click.Abort):
        click.echo("interrupted", err=True)
        return 130
    return code if isinstance(code, int) else 0
