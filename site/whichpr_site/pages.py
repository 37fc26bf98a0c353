"""The pages of the site: what each is made from, and where it stands. A page is (path, HTML)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from whichpr_kb.catalogue import Catalogue
from whichpr_kb.index.documents import iso
from whichpr_kb.store.read import Row
from whichpr_site.compose import compose
from whichpr_site.read import EngineData
from whichpr_site.render import environment, render_html, render_json, render_markdown, slug
from whichpr_site.wording import LANGUAGES, Language, say

LATEST = 8  # releases of an engine on the home page
NEWEST = 12  # changes on the home page
ENTITIES = (("model", "models"), ("feature", "features"), ("hardware", "hardware"))
Page = tuple[str, str]


@dataclass(slots=True)
class Site:
    """What all pages share. ``base`` is the address that the site is published at ("" when not known)."""

    everything: dict[str, EngineData]
    catalogue: Catalogue
    sources: list[dict[str, Any]]
    base: str
    built: str
    shown: dict[str, set[str]] = field(default_factory=dict)

    def page(self, template: str, path: str, lang: Language, **values: Any) -> Page:
        """One page: ``path`` is a folder ("vllm/pr/1/") or a file, relative to the root."""
        depth = path.count("/")
        alternates = values.pop("alternates", {})
        html = (
            environment()
            .get_template(template)
            .render(
                site=self,
                lang=lang,
                path=path,
                root="../" * depth or "./",
                alternates=alternates,
                other=next((place for code, place in alternates.items() if code != lang), None),
                engines=[data.engine for data in self.everything.values()],
                **values,
            )
        )
        return (f"{path}index.html" if path.endswith("/") or not path else path, html)


def prefix(lang: Language) -> str:
    """Where pages of a language begin: English at the root, Chinese under zh/."""
    return "" if lang == "en" else "zh/"


def pull_path(engine: str, row: Row) -> str:
    """Where the page of a change stands."""
    if row["number"] is not None:
        return f"{engine}/pr/{row['number']}/"
    return f"{engine}/commit/{row['key'][:12]}/"


def both(path: str) -> dict[str, str]:
    """A page's places in both languages."""
    return {lang: prefix(lang) + path for lang in LANGUAGES}


def all_pages(site: Site) -> Iterator[Page]:
    """Every page, in a fixed order."""
    for lang in LANGUAGES:
        yield home(site, lang)
        yield models(site, lang)
        yield about(site, lang)
    for data in site.everything.values():
        for lang in LANGUAGES:
            yield engine_page(site, data, lang)
        yield from release_pages(site, data)
        yield from change_pages(site, data)
    yield from model_pages(site)
    yield site.page("404.html", "404.html", "en")


def listed(data: EngineData) -> list[Row]:
    """The releases that have a page, newest first: stable ones with notes or changes, and whatever has notes."""
    return [
        row
        for row in reversed(data.releases.values())
        if data.notes.get(row["tag"]) or (row["stable"] and data.members.get(row["tag"])) or row["published_at"]
    ]


def home(site: Site, lang: Language) -> Page:
    """The first page: search, the latest releases, the newest changes."""
    latest = [(data.engine, listed(data)[:LATEST]) for data in site.everything.values()]
    changes = [
        (data.engine, row)
        for data in site.everything.values()
        for row in data.changes.values()
        if row["key"] in site.shown[data.engine.slug] and row["merged_at"] is not None
    ]
    changes.sort(key=lambda pair: (iso(pair[1]["merged_at"]) or "", pair[1]["key"]), reverse=True)
    return site.page(
        "home.html",
        prefix(lang),
        lang,
        latest=latest,
        changes=changes[:NEWEST],
        pull_path=pull_path,
        alternates=both(""),
    )


def about(site: Site, lang: Language) -> Page:
    """What this is, and how fresh each source is."""
    return site.page("about.html", f"{prefix(lang)}about/", lang, sources=site.sources, alternates=both("about/"))


def engine_page(site: Site, data: EngineData, lang: Language) -> Page:
    """All releases of an engine."""
    path = f"{data.engine.slug}/"
    return site.page(
        "engine.html", prefix(lang) + path, lang, engine=data.engine, releases=listed(data), alternates=both(path)
    )


def release_pages(site: Site, data: EngineData) -> Iterator[Page]:
    """The article of each release in both languages, with its Markdown and JSON beside it."""
    for row in listed(data):
        path = f"{data.engine.slug}/{slug(row['tag'])}/"
        article = compose(site.everything, data.engine.slug, row["tag"])
        for lang in LANGUAGES:
            body = Markup(_local_links(render_html(article, lang), site, data, lang))  # noqa: S704 - rendered with autoescape
            yield site.page(
                "release.html", prefix(lang) + path, lang, article=article, body=body, alternates=both(path),
                year=(article.date or "")[:4],
            )  # fmt: skip
            yield f"{prefix(lang)}{path}index.md", render_markdown(article, lang)
            yield f"{prefix(lang)}{path}index.json", render_json(article, lang)


def _local_links(html: str, site: Site, data: EngineData, lang: Language) -> str:
    """Links to pull requests lead to our own pages where there are some."""
    root = "../" * (2 if lang == "en" else 3)
    shown = site.shown[data.engine.slug]
    outside = f'<a href="https://github.com/{data.engine.repository}/pull/'
    first, *pieces = html.split(outside)
    done = [first]
    for piece in pieces:
        number, rest = piece.split('" rel="nofollow noopener">', 1)
        inside = f'<a href="{root}{data.engine.slug}/pr/{number}/">'
        done += [inside if number in shown else f'{outside}{number}" rel="nofollow noopener">', rest]
    return "".join(done)


def change_pages(site: Site, data: EngineData) -> Iterator[Page]:
    """One page a change, language-neutral."""
    linked = {row["tag"] for row in listed(data)}
    for key in sorted(site.shown[data.engine.slug], key=lambda key: (len(key), key)):
        row = data.changes[key]
        facts = {plural: data.values(key, name) for name, plural in ENTITIES}
        figures = [fact for fact in data.facts.get(key, ()) if fact["name"] == "figure"]
        notes = data.notes_of.get(row["number"], []) if row["number"] is not None else []
        aliases = _aliases(site.catalogue, facts)
        yield site.page(
            "pull.html", pull_path(data.engine.slug, row), "en", engine=data.engine, row=row, facts=facts, linked=linked,
            figures=figures, notes=notes, aliases=aliases, year=(iso(row["merged_at"]) or "")[:4],
            undone=data.changes.get(row["reverted_by"]) if row["reverted_by"] else None, pull_path=pull_path,
        )  # fmt: skip


def _aliases(catalogue: Catalogue, facts: dict[str, list[str]]) -> list[str]:
    """Other names of what a change is about, so that search in the page finds it by any of them."""
    found = []
    for name, plural in ENTITIES:
        for value in facts[plural]:
            entry = catalogue.find(name, value)
            if entry is not None:
                found += [alias for alias in entry.names if alias != value][:12]
    return list(dict.fromkeys(found))


def by_model(site: Site) -> dict[str, list[tuple[EngineData, Row]]]:
    """The shown changes about each model, newest first."""
    found: dict[str, list[tuple[EngineData, Row]]] = defaultdict(list)
    for data in site.everything.values():
        for key in site.shown[data.engine.slug]:
            for name in data.values(key, "model"):
                found[name].append((data, data.changes[key]))
    for changes in found.values():
        changes.sort(key=lambda pair: (iso(pair[1]["merged_at"]) or "", pair[1]["key"]), reverse=True)
    return dict(sorted(found.items(), key=lambda pair: pair[0].lower()))


def models(site: Site, lang: Language) -> Page:
    """All models that changes are about."""
    counted = [(name, len(changes)) for name, changes in by_model(site).items()]
    return site.page("models.html", f"{prefix(lang)}models/", lang, models=counted, alternates=both("models/"))


def model_pages(site: Site) -> Iterator[Page]:
    """One page a model in each language."""
    for name, changes in by_model(site).items():
        entry = site.catalogue.find("model", name)
        path = f"models/{slug(name)}/"
        for lang in LANGUAGES:
            yield site.page(
                "model.html", prefix(lang) + path, lang, name=name, changes=changes, entry=entry,
                pull_path=pull_path, title=say(lang, "model_changes", name=name), alternates=both(path),
            )  # fmt: skip
