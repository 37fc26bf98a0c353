"""``whichpr search``: questions answered from the index."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from whichpr.front import Front, front_of, print_json
from whichpr_kb.errors import UsageError

if TYPE_CHECKING:
    from whichpr_kb.ask.search import Answer
    from whichpr_kb.index.base import Facets
    from whichpr_kb.index.lexicon import Lexicon
    from whichpr_kb.index.whoosh_index import WhooshIndex


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command()(search)


def search(
    context: typer.Context,
    query: Annotated[str | None, typer.Argument(help="The question, in English or Chinese.")] = None,
    engine: Annotated[str | None, typer.Option(help="Only this engine.")] = None,
    model: Annotated[str | None, typer.Option(help="Only changes about this model (any alias).")] = None,
    feature: Annotated[str | None, typer.Option(help="Only changes about this feature (any alias).")] = None,
    hardware: Annotated[str | None, typer.Option(help="Only changes for this hardware (any alias).")] = None,
    kind: Annotated[str | None, typer.Option(help="feature, bugfix, performance, breaking, …")] = None,
    release: Annotated[str | None, typer.Option(help="Only what this release was the first to hold.")] = None,
    since: Annotated[str | None, typer.Option(metavar="DATE", help="Merged on or after this day.")] = None,
    until: Annotated[str | None, typer.Option(metavar="DATE", help="Merged before this day.")] = None,
    limit: Annotated[int, typer.Option(min=1, max=1000, help="How many results at the most.")] = 10,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")] = False,
    batch: Annotated[bool, typer.Option("--batch", help="One question a line on stdin, one JSON a line out.")] = False,
) -> None:
    """Answer a question such as "which PR added Kimi K3 DeepGEMM"."""
    from whichpr_kb.ask.search import answer

    front = front_of(context)
    text = (query or "").encode("utf-8", "replace").decode("utf-8")
    any_facet = any((engine, model, feature, hardware, kind, release, since, until))
    if not batch and not text.strip() and not any_facet:
        raise UsageError("there is no question", 'Ask one: whichpr search "which PR added Kimi K3 DeepGEMM".')
    facets = facets_of(front, engine, model, feature, hardware, kind, release, since, until)
    index, lexicon = open_index(front)
    if batch:
        for line in _lines():
            found = answer(index, lexicon, line["query"], facets, limit).to_json()
            print(json.dumps({"id": line.get("id"), **found}, ensure_ascii=False), flush=True)
        return
    found_one = answer(index, lexicon, text, facets, limit)
    if as_json:
        print_json(found_one.to_json())
    else:
        show_answer(front, found_one)


def facets_of(
    front: Front,
    engine: str | None,
    model: str | None,
    feature: str | None,
    hardware: str | None,
    kind: str | None,
    release: str | None,
    since: str | None,
    until: str | None,
) -> Facets:
    """The filters as given on the command line, with every alias resolved; UsageError for what is not known."""
    from whichpr_kb.ask.search import canonical_facets
    from whichpr_kb.index.base import Facets

    facets = Facets(_engine(engine), model, feature, hardware, _kind(kind), release, _date(since), _date(until))
    if not (model or feature or hardware):
        return facets
    return canonical_facets(facets, open_index(front)[1])


def open_index(front: Front) -> tuple[WhooshIndex, Lexicon]:
    """The index and its lexicon; one that is missing, damaged or behind the store is mended first.

    Where it cannot be mended now (another command is writing, a read-only home) the old index serves, with a word.
    """
    from whichpr_kb.errors import IndexingError
    from whichpr_kb.index.lexicon import Lexicon
    from whichpr_kb.index.whoosh_index import WhooshIndex
    from whichpr_kb.store.generation import peek

    folder = front.settings.index_dir
    index = WhooshIndex(folder)
    stamp = index.stamp()
    generation = peek(front.settings)
    behind = stamp is None or (generation is not None and generation != stamp.generation)
    if not behind:
        try:
            index.open()
            return index, Lexicon.read(folder)
        except IndexingError as error:
            front.say(f"index: {error.message}; mending it …")
    _mend(front, usable=behind and stamp is not None)
    index = WhooshIndex(folder)
    index.open()
    return index, Lexicon.read(folder)


def _mend(front: Front, *, usable: bool) -> None:
    from whichpr.pipeline import refresh
    from whichpr_kb.errors import WhichprError
    from whichpr_kb.settings import Settings

    settings = Settings(**{**front.settings.model_dump(), "lock_timeout": 0.0 if usable else 30.0})
    try:
        with Front(settings, front.quiet, front.verbose).store() as store:
            refresh(front, store)
    except WhichprError as error:
        if not usable:
            raise
        front.say(f"index: behind the store and not refreshed now ({error.message}); older results follow")


def _lines() -> Iterator[dict[str, Any]]:
    for raw in sys.stdin.buffer:
        line = raw.decode("utf-8", "replace").strip()
        if not line:
            continue
        if line.startswith("{"):
            try:
                data = json.loads(line)
                if isinstance(data, dict) and isinstance(data.get("query"), str):
                    yield data
                    continue
            except ValueError:
                pass
        yield {"query": line}


def _engine(name: str | None) -> str | None:
    if name is None:
        return None
    from whichpr_kb.engines import known_engines

    lowered = name.lower()
    for engine in known_engines().values():
        if lowered in (engine.slug, engine.name.lower(), engine.repository.lower()):
            return engine.slug
    return lowered.rsplit("/", 1)[-1]


def _kind(kind: str | None) -> str | None:
    from whichpr_kb.index.base import KINDS

    if kind is not None and kind not in KINDS:
        raise UsageError(f"there is no kind {kind!r}", "Kinds: " + ", ".join(KINDS) + ".")
    return kind


def _date(text: str | None) -> str | None:
    if text is None:
        return None
    from datetime import date

    try:
        return date.fromisoformat(text).isoformat()
    except ValueError as error:
        raise UsageError(f"{text!r} is no date", "Write it like 2026-08-01.") from error


def show_answer(front: Front, found: Answer) -> None:
    """An answer for a person: the result first, its first release and the words that prove it."""
    from whichpr.answers import render

    render(front.out, found)
