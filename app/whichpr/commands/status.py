"""``whichpr status``: what the store holds and how fresh it is."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any

import typer

from whichpr.front import Front, front_of, print_json


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command()(status)


def status(
    context: typer.Context,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")] = False,
) -> None:
    """Show what the store holds, how fresh each source is, and the index's state."""
    from whichpr_kb.ask.status import status as read_status

    front = front_of(context)
    with front.store() as store, store.reading() as connection:
        found = read_status(connection, front.settings.index_dir, datetime.now(UTC))
    if as_json:
        print_json(found)
    else:
        _show(front, found)


def _show(front: Front, found: dict[str, Any]) -> None:
    from rich.table import Table

    out = front.out
    engines = Table("Engine", "PRs", "Commits without", "Tags", "Releases", "Newest", box=None, pad_edge=False)
    for row in found["engines"]:
        counts = (f"{row[key]:,}" for key in ("prs", "commits_without_pr", "tags", "releases"))
        engines.add_row(row["engine"], *counts, (row["newest_change"] or "–")[:10])
    out.print(engines)
    out.print()
    sources = Table("Source", "Engine", "Checked", "Changed", "", box=None, pad_edge=False)
    for row in found["sources"]:
        times = ((row[key] or "never")[:16].replace("T", " ") for key in ("checked_at", "changed_at"))
        sources.add_row(row["name"], row["engine"], *times, "[yellow]stale[/]" if row["stale"] else "")
    out.print(sources)
    out.print()
    state = found["index"]
    word = "[yellow]behind the store: run whichpr index[/]" if state["stale"] else "up to date"
    out.print(f"Index: {state['documents']:,} documents, {word}")
