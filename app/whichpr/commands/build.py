"""``whichpr build`` and ``whichpr serve``: the static site, and a look at it on this machine."""

from __future__ import annotations

from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from whichpr.front import front_of
from whichpr_kb.errors import OutputError

if TYPE_CHECKING:
    from http.server import ThreadingHTTPServer

    from whichpr.front import Front
    from whichpr_site.build import BuildReport


class Pages(StrEnum):
    """Which pull requests get a page."""

    RECENT = "recent"
    ALL = "all"


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    app.command()(build)
    app.command()(serve)


def build(
    context: typer.Context,
    out: Annotated[Path, typer.Option(help="Folder that the site is written to.")] = Path("public"),
    base_url: Annotated[
        str, typer.Option(help="Address the site will have, such as https://example.org/whichpr; links are relative.")
    ] = "",
    pages: Annotated[
        Pages, typer.Option(help="Pull requests with a page: since the newest ten releases, or all.")
    ] = Pages.RECENT,
) -> None:
    """Write the whole static site: home, releases in two languages, pull requests, models, and the search."""
    report = write_site(front_of(context), out, base_url, pages.value)
    searched = "no search" if report.searchable is None else f"{report.searchable:,} of them searchable"
    print(
        f"{out}: {report.files:,} files in {report.seconds:.1f} s; pages of {report.pulls:,} pull requests "
        f"and {report.releases:,} releases, {searched}"
    )


def write_site(front: Front, out: Path, base_url: str, pages: str) -> BuildReport:
    """Builds the site from the store; raises OutputError or UsageError and then leaves ``out`` as it was."""
    from whichpr_site.build import build as build_site

    with front.store() as store, store.reading() as connection:
        return build_site(connection, out, base_url, pages, datetime.now(UTC), front.say, refuse=(front.settings.home,))


def serve(
    out: Annotated[Path, typer.Option(help="Folder of the built site.")] = Path("public"),
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port on 127.0.0.1; 0 takes a free one.")] = 8000,
) -> None:
    """Show the built site on this machine only, at http://127.0.0.1:8000/ until Ctrl-C."""
    with preview(out, port) as server:
        print(f"http://127.0.0.1:{server.server_port}/", flush=True)
        server.serve_forever()


def preview(out: Path, port: int) -> ThreadingHTTPServer:
    """A server of a built site on 127.0.0.1; raises OutputError where there is no site or the port is taken."""
    from functools import partial
    from http import HTTPStatus
    from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

    class Handler(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the library's
            """Says nothing: the browser shows what is missing."""

        def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
            """The site's own page for what is not there."""
            page = out / "404.html"
            if code != HTTPStatus.NOT_FOUND or not page.is_file():
                super().send_error(code, message, explain)
                return
            body = page.read_bytes()
            self.send_response(code)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)

    if not (out / "index.html").is_file():
        raise OutputError(f"there is no site in {out}", "Run whichpr build first, or name its folder with --out.")
    try:
        return ThreadingHTTPServer(("127.0.0.1", port), partial(Handler, directory=str(out)))
    except OSError as error:
        raise OutputError(f"port {port} cannot be used: {error.strerror}", "Name another with --port.") from error
