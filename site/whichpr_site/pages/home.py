"""The home page, what the site is made from, and the page for addresses that lead nowhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any
from urllib.parse import urlsplit

import yaml
from sqlalchemy import Connection, select

from whichpr_kb.ask.status import STALE_AFTER
from whichpr_kb.index.base import KINDS
from whichpr_kb.store import tables
from whichpr_kb.store.upsert import table_of
from whichpr_site.pages.lists import change_line
from whichpr_site.pages.release import Articles
from whichpr_site.pages.site import Page, Site, both_languages, template
from whichpr_site.render.summary import title
from whichpr_site.render.words import Words

_RELEASES = 4
_CHANGES = 12
_SHOWN_KINDS = (*KINDS, "release", "model")
_KINDS = ("breaking", "feature", "performance", "bugfix")
_SEARCH_WORDS = ("search_none", "search_some", "search_failed", "search_more", "search_wait", "search_all",
                 "search_engine", "search_kind", "search_year", "first_release", "unreleased", "not_after")  # fmt: skip


def home_pages(site: Site, articles: Articles) -> Iterator[Page]:
    """The home page at the root, and in each language."""
    page = template("home.html.jinja")
    variants = {"en": "en/", "zh": "zh/"}
    for path, language in (("", "en"), ("en/", "en"), ("zh/", "zh")):
        frame = site.frame(path, language=language, variants=variants)
        if not path:
            frame["canonical"] = site.address("en/", "")
        words = site.words[language]
        yield (
            path,
            page.render(
                **frame,
                engines=[_engine(site, slug, language, articles) for slug in site.materials],
                search=search_words(words, frame["root"], language),
            ),
        )


def _engine(site: Site, slug: str, language: str, articles: Articles) -> dict[str, Any]:
    material = site.materials[slug]
    words = site.words[language]
    releases = [row for row in material.stable() if row["tag"] in site.releases[slug]][:_RELEASES]
    rows = sorted(
        (material.changes[key] for key in site.pulls[slug] if material.changes[key]["kind"] in _KINDS),
        key=lambda row: (row["merged_at"].isoformat() if row["merged_at"] else "", row["number"]),
        reverse=True,
    )
    return {
        "slug": slug,
        "name": material.engine.name,
        "releases": [
            {
                "path": site.release_path(slug, row["tag"], language),
                "tag": row["tag"],
                "title": title(articles[slug, row["tag"]], words),
                "leads": [words.heading(lead) for lead in articles[slug, row["tag"]].leads[:4]],
                "date": row["date"].date().isoformat() if row["date"] else None,
                "pulls": row["pulls"],
            }
            for row in releases
        ],
        "rows": [change_line(site, material, row) for row in rows[:_CHANGES]],
    }


def search_words(words: Words, root: str, language: str) -> dict[str, Any]:
    """What the search script is told: the way to the root, words that only ask, and what it says itself."""
    asking = _asking()
    said = {key: words(key) if "{" not in words(key) else _open(words, key) for key in _SEARCH_WORDS}
    kinds = {kind: words(f"kind_{kind}") for kind in _SHOWN_KINDS}
    return {
        "root": root or "./",
        "language": language,
        "en": asking["en"],
        "zh": asking["zh"],
        "say": said,
        "kinds": kinds,
    }


def _open(words: Words, key: str) -> str:
    """Words whose values are filled in by the script."""
    return words(key, count="{count}", tag="{tag}")


@cache
def _asking() -> Mapping[str, list[str]]:
    rows = yaml.safe_load(files("whichpr_kb.index").joinpath("question_words.yml").read_text("utf-8"))
    return {"en": sorted(str(rows["en"]).split()), "zh": sorted(map(str, rows["zh"]), key=lambda word: -len(word))}


def about_pages(site: Site, connection: Connection) -> Iterator[Page]:
    """What the site is made from and how fresh that is."""
    page = template("about.html.jinja")
    sources = _sources(site, connection)
    for language, variants in both_languages("about/"):
        path = variants[language]
        frame = site.frame(path, language=language, variants=variants)
        yield path, page.render(**frame, sources=sources, built=site.now.strftime("%Y-%m-%d %H:%M"))


def _sources(site: Site, connection: Connection) -> list[dict[str, Any]]:
    state = table_of(tables.SourceState)
    query = select(state).order_by(state.c.engine, state.c.source, state.c.key)
    return [
        {
            "engine": site.materials[row["engine"]].engine.name if row["engine"] in site.materials else row["engine"],
            "name": row["source"],
            "checked": row["checked_at"].strftime("%Y-%m-%d %H:%M") if row["checked_at"] else None,
            "changed": row["changed_at"].strftime("%Y-%m-%d %H:%M") if row["changed_at"] else None,
            "stale": row["checked_at"] is None or site.now - row["checked_at"] > STALE_AFTER,
        }
        for row in connection.execute(query).mappings()
    ]


def missing_page(site: Site) -> str:
    """``404.html``: its links start at the root of the host, since it is shown at any address."""
    root = urlsplit(site.base_url).path.rstrip("/") + "/"
    frame = {**site.frame(""), "root": root, "canonical": None}
    return template("missing.html.jinja").render(**frame)
