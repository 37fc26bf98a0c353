"""``whichpr digest``: an article about a release, in Markdown, HTML or JSON."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from whichpr.front import front_of, print_json


class Language(StrEnum):
    """The languages of an article."""

    EN = "en"
    ZH = "zh"


class Format(StrEnum):
    """The formats of an article."""

    MARKDOWN = "md"
    HTML = "html"
    JSON = "json"


digests = typer.Typer(no_args_is_help=True, help="Write an article about a release.")


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    app.add_typer(digests, name="digest")


@digests.callback()
def digest() -> None:
    """Write an article about a release."""


@digests.command("release")
def release(
    context: typer.Context,
    engine: Annotated[str, typer.Argument(help="The engine, such as vllm.")],
    tag: Annotated[str, typer.Argument(help="The release, such as v0.27.0.")],
    lang: Annotated[Language, typer.Option(help="Language of the article.")] = Language.EN,
    format_: Annotated[Format, typer.Option("--format", help="Format of the article.")] = Format.MARKDOWN,
    out: Annotated[Path | None, typer.Option(help="File to write instead of stdout.")] = None,
) -> None:
    """Write the article of one release: what matters, what breaks, how to upgrade, every pull request accounted for."""
    from whichpr_kb.store.engines import resolve_engine
    from whichpr_site.compose.release import compose_release
    from whichpr_site.render.document import to_html, to_json, to_markdown

    front = front_of(context)
    with front.store() as store, store.reading() as connection:
        article = compose_release(connection, resolve_engine(connection, engine).slug, tag)
    if format_ is Format.JSON:
        document = to_json(article, lang.value)
        if out is None:
            print_json(document)
        else:
            _save(out, _as_text(document))
        return
    text = to_markdown(article, lang.value) if format_ is Format.MARKDOWN else to_html(article, lang.value)
    if out is None:
        sys.stdout.write(text)
    else:
        _save(out, text)


def _as_text(document: object) -> str:
    import json

    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _save(out: Path, text: str) -> None:
    """Writes beside the file first, so that a failure leaves an old one whole; raises OutputError."""
    from whichpr_site.output import translated

    fresh = out.with_name(f".{out.name}.new")
    with translated(out):
        out.parent.mkdir(parents=True, exist_ok=True)
        try:
            fresh.write_text(text, "utf-8")
            fresh.replace(out)
        finally:
            fresh.unlink(missing_ok=True)
