"""``whichpr digest``: articles composed from records and facts."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from whichpr.front import front_of
from whichpr_kb.errors import OutputError


class Lang(StrEnum):
    """Languages of an article."""

    EN = "en"
    ZH = "zh"


class Format(StrEnum):
    """Forms of an article."""

    MD = "md"
    HTML = "html"
    JSON = "json"


def register(app: typer.Typer) -> None:
    """Adds the group of commands."""
    group = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Compose an article from the records.")
    group.command("release")(release)
    group.callback()(digest)
    app.add_typer(group, name="digest")


def digest() -> None:
    """Compose an article from records and facts."""


def release(
    context: typer.Context,
    engine: Annotated[str, typer.Argument(help="vllm, ollama or owner/name.")],
    tag: Annotated[str, typer.Argument(help="The release, v0.27.0.")],
    lang: Annotated[Lang, typer.Option(help="Language of our own words.")] = Lang.EN,
    form: Annotated[Format, typer.Option("--format", help="Form of the article.")] = Format.MD,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write into this file, not to stdout.")] = None,
) -> None:
    """Write the article of one release."""
    from whichpr_kb.store.engines import resolve_engine
    from whichpr_site.compose import compose_release
    from whichpr_site.render import render_html, render_json, render_markdown

    front = front_of(context)
    with front.store() as store, store.reading() as connection:
        article = compose_release(connection, resolve_engine(connection, engine).slug, tag)
    language = lang.value
    text = {Format.MD: render_markdown, Format.HTML: render_html, Format.JSON: render_json}[form](article, language)
    if out is None:
        typer.echo(text, nl=False)
        return
    try:
        out.write_text(text, "utf-8")
    except OSError as error:
        raise OutputError(f"{out} cannot be written: {error.strerror}", "Name another file with --out.") from error
    front.say(f"{out}: written")
