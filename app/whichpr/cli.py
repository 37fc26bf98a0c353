"""The ``whichpr`` command: global options, and the commands of each stage."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from whichpr.commands import ask, build, crawl, demo, digest, index, search, status
from whichpr.front import Door, Front
from whichpr_kb.errors import UsageError
from whichpr_kb.settings import load_settings

app = typer.Typer(
    cls=Door,
    name="whichpr",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        from whichpr import __version__

        print(f"whichpr {__version__}")
        raise typer.Exit


@app.callback()
def whichpr(
    context: typer.Context,
    home: Annotated[Path | None, typer.Option(help="Folder of the knowledge base (WHICHPR_HOME).")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress on stderr.")] = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="More words on stderr.")] = False,
    _version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Which pull request, which release: changelogs of LLM inference engines, searchable."""
    try:
        Path.cwd()
    except FileNotFoundError as error:
        raise UsageError("the folder that you are in no longer exists", "Go to another one: cd .") from error
    context.obj = Front(load_settings(home=home), quiet=quiet, verbose=verbose)


demo.register(app)
crawl.register(app)
index.register(app)
search.register(app)
ask.register(app)
digest.register(app)
build.register(app)
status.register(app)


def main() -> None:
    """Entry point of the ``whichpr`` script."""
    app()
