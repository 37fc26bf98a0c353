"""What every command shares: settings, the two streams, JSON, and errors turned into messages and exit codes."""

from __future__ import annotations

import contextlib
import json
import os
import sys
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import typer
from rich.console import Console
from typer.core import TyperGroup

from whichpr_kb.errors import WhichprError
from whichpr_kb.settings import Settings

if TYPE_CHECKING:
    from whichpr_kb.store.database import Store


@dataclass(slots=True)
class Front:
    """The state of one invocation: settings, and how much to say. Progress and logs go to stderr."""

    settings: Settings
    quiet: bool = False
    verbose: bool = False

    def say(self, text: str) -> None:
        """A line of progress on stderr, unless --quiet."""
        if not self.quiet:
            print(text, file=sys.stderr, flush=True)

    @property
    def out(self) -> Console:
        """stdout for people: plain when it is no terminal, never wider than the terminal."""
        width = None if sys.stdout.isatty() else int(os.environ.get("COLUMNS", "80"))
        return Console(highlight=False, width=width, soft_wrap=False)

    @contextlib.contextmanager
    def store(self, *, create: bool = False) -> Iterator[Store]:
        """The open store."""
        from whichpr_kb.store.database import open_store

        opened = open_store(self.settings, create=create)
        try:
            yield opened
        finally:
            opened.close()


def front_of(context: typer.Context) -> Front:
    """The invocation's state."""
    front = context.obj
    assert isinstance(front, Front)
    return front


def print_json(document: Any) -> None:
    """One JSON document on stdout and nothing else."""
    sys.stdout.write(json.dumps(document, ensure_ascii=False, indent=2 if sys.stdout.isatty() else None) + "\n")
    sys.stdout.flush()


class Door(TyperGroup):
    """The command group that turns errors into messages on stderr and the exit codes of ``whichpr_kb.errors``."""

    def invoke(self, ctx: Any) -> Any:
        """Runs the command."""
        try:
            return super().invoke(ctx)
        except WhichprError as error:
            print(f"whichpr: {error.message}", file=sys.stderr)
            if error.hint:
                print(f"         {error.hint}", file=sys.stderr)
            raise typer.Exit(error.exit_code) from error
        except KeyboardInterrupt:
            print(
                "\nwhichpr: interrupted; what was stored so far is kept. Repeat the command to go on.", file=sys.stderr
            )
            raise typer.Exit(130) from None
        except BrokenPipeError:
            sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 - the reader went away
            raise typer.Exit(0) from None
        except (typer.Exit, typer.Abort, typer.BadParameter):
            raise
        except Exception as error:
            if type(error).__module__.startswith(("click", "typer")):
                raise
            traceback.print_exc()
            print(
                "whichpr: this is a bug, not your mistake. Please report it with the lines above and the command.",
                file=sys.stderr,
            )
            raise typer.Exit(1) from error
