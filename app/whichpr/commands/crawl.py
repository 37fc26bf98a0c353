"""``whichpr crawl``: fetch what is new, store it, derive facts, refresh the index."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from whichpr.front import Front, front_of
from whichpr_kb.errors import UsageError

if TYPE_CHECKING:
    from whichpr_crawler.source import Job

LIVE_SOURCES = ("git_history",)


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command()(crawl)


def crawl(
    context: typer.Context,
    engines: Annotated[
        list[str] | None, typer.Argument(metavar="[ENGINE]...", help="vllm, ollama or owner/name; default all.")
    ] = None,
    git: Annotated[
        str | None, typer.Option(metavar="PATH_OR_URL", help="Read history, tags and PR numbers from this repository.")
    ] = None,
    notes: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Read release notes from Markdown files, one a release.")
    ] = None,
    full: Annotated[bool, typer.Option("--full", help="Read everything again, not only what is new.")] = False,
    since: Annotated[
        str | None, typer.Option(metavar="DATE", help="Only what came after this day (2026-08-01).")
    ] = None,
    source: Annotated[list[str] | None, typer.Option(metavar="NAME", help="Only these live sources.")] = None,
    no_index: Annotated[bool, typer.Option("--no-index", help="Leave the search index as it is.")] = False,
) -> None:
    """Fetch what is new and update facts and index.

    Without --git or --notes the live sources are read. A source that fails does not keep the others from finishing.
    """
    from whichpr.pipeline import run

    front = front_of(context)
    jobs = _jobs(front, engines or [], git, notes, full, _day(since), source or [])
    run(front, jobs, with_index=not no_index)


def _jobs(
    front: Front,
    names: list[str],
    git: str | None,
    notes: Path | None,
    full: bool,
    since: datetime | None,
    sources: list[str],
) -> list[Job]:
    from whichpr_crawler.git import repository_url
    from whichpr_crawler.source import Job, find_source
    from whichpr_kb.engines import find_engine, known_engines

    engines = [find_engine(name) for name in names] or list(known_engines().values())
    wanted: list[tuple[str, str]]
    if git is not None or notes is not None:
        if len(names) != 1:
            raise UsageError("--git and --notes need exactly one engine", "For example: whichpr crawl vllm --git PATH.")
        if sources:
            raise UsageError("--source names live sources, which --git and --notes switch off", "Leave it out.")
        if git is not None:
            repository_url(git)
        given = (("git_history", git), ("release_notes", str(notes.resolve()) if notes else None))
        wanted = [(name, origin) for name, origin in given if origin is not None]
        pairs = [(engines[0], name, origin) for name, origin in wanted]
    else:
        for name in sources:
            find_source(name)
        chosen = [name for name in LIVE_SOURCES if not sources or name in sources]
        if not chosen:
            raise UsageError("none of these sources is live", "Live sources: " + ", ".join(LIVE_SOURCES) + ".")
        pairs = [(engine, name, f"https://github.com/{engine.repository}.git") for engine in engines for name in chosen]
    now = datetime.now(UTC)
    return [
        Job(source=name, engine=engine, origin=origin, now=now, settings=front.settings, full=full, since=since)
        for engine, name, origin in pairs
    ]


def _day(text: str | None) -> datetime | None:
    if text is None:
        return None
    try:
        day = datetime.fromisoformat(text)
    except ValueError as error:
        raise UsageError(f"--since {text!r} is no date", "Write it like 2026-08-01.") from error
    return day if day.tzinfo else day.replace(tzinfo=UTC)
