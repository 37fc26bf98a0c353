"""``whichpr demo``: the whole road on the bundled sample, without a network."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from whichpr.front import front_of

QUESTION = "which PR added Kimi K3 DeepGEMM"


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command()(demo)


def demo(
    context: typer.Context,
    out: Annotated[Path, typer.Option(help="Folder that the site is written to.")] = Path("public"),
) -> None:
    """Build a knowledge base from the bundled sample, answer a question, write the site. No network, no token."""
    from whichpr.commands.build import write_site
    from whichpr.commands.search import open_index, show_answer
    from whichpr.pipeline import run
    from whichpr_crawler.source import Job
    from whichpr_crawler.sources.sample import sample_engines
    from whichpr_kb.ask.search import answer
    from whichpr_kb.engines import find_engine
    from whichpr_kb.index.base import Facets

    front = front_of(context)
    now = datetime.now(UTC)
    jobs = [
        Job(source="sample", engine=find_engine(slug), origin="bundled sample", now=now, settings=front.settings)
        for slug in sample_engines()
    ]
    run(front, jobs)
    index, lexicon = open_index(front)
    show_answer(front, answer(index, lexicon, QUESTION, Facets(), 3))
    write_site(front, out, base_url="", pages="all")
