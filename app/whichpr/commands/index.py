"""``whichpr index``: bring facts and index up to date with the store."""

from __future__ import annotations

from typing import Annotated

import typer

from whichpr.front import front_of


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command()(index)


def index(
    context: typer.Context,
    rebuild: Annotated[bool, typer.Option("--rebuild", help="Build the index anew, whatever its state.")] = False,
) -> None:
    """Bring facts (when the catalogue changed) and index up to date with the store."""
    from whichpr.pipeline import refresh

    front = front_of(context)
    with front.store() as store:
        refresh(front, store, rebuild=rebuild)
