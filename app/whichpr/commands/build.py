"""``whichpr build`` and ``whichpr serve``: the static site, and a look at it."""

from __future__ import annotations

from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from whichpr.front import Front, front_of
from whichpr_kb.errors import OutputError


class Pages(StrEnum):
    """Which changes get a page."""

    RECENT = "recent"
    ALL = "all"


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    app.command()(build)
    app.command()(serve)


def build(
    context: typer.Context,
    out: Annotated[Path, typer.Option(help="Folder that the site is written to.")] = Path("public"),
    base_url: Annotated[str, typer.Option(metavar="URL", help="Address that it will be published at.")] = "",
    pages: Annotated[
        Pages, typer.Option(help="Pages for all changes, or those of the newest releases and of notes.")
    ] = Pages.RECENT,
) -> None:
    """Write the whole static site."""
    write_site(front_of(context), out, base_url=base_url, pages=pages.value)


def write_site(front: Front, out: Path, *, base_url: str, pages: str) -> None:
    """Builds the site and says what was written."""
    from whichpr_site.build import build as build_site

    with front.store() as store, store.reading() as connection:
        report = build_site(
            connection, out, home=front.settings.home, base_url=base_url, pages=pages, now=datetime.now(UTC),
            tell=front.say,
        )  # fmt: skip
    search = "with search" if report.searchable else "without search"
    front.say(f"site: {report.pages:,} pages, {report.files:,} files in {out}, {search}")


def serve(
    context: typer.Context,
    out: Annotated[Path, typer.Option(help="Folder of the built site.")] = Path("public"),
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port on 127.0.0.1; 0 takes a free one.")] = 8000,
) -> None:
    """Show the built site on this machine only; Ctrl-C ends it."""
    from functools import partial
    from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

    front = front_of(context)
    if not (out / "index.html").is_file():
        raise OutputError(f"there is no site in {out}", "Run whichpr build or whichpr demo first.")
    handler = partial(SimpleHTTPRequestHandler, directory=str(out))
    try:
        server = ThreadingHTTPServer(("127.0.0.1", port), handler)
    except OSError as error:
        raise OutputError(f"port {port} cannot be used: {error.strerror}", "Choose another with --port.") from error
    with server:
        front.say(f"http://127.0.0.1:{server.server_port}/ — Ctrl-C ends it")
        server.serve_forever()
