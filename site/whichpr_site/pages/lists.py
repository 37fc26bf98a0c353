"""Pages that list others: an engine's releases and newest changes, a model's changes, all models."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from whichpr_kb.catalogue import load_catalogue
from whichpr_kb.store.read import Row
from whichpr_site.material import Material, https, plain
from whichpr_site.pages.site import Page, Site, template

_NEWEST = 100
_OF_A_MODEL = 400


def engine_pages(site: Site) -> Iterator[Page]:
    """``vllm/``: all stable releases, and the newest changes."""
    page = template("engine.html.jinja")
    for slug, material in site.materials.items():
        path = f"{slug}/"
        keys = site.pulls[slug]
        newest = sorted((material.changes[key] for key in keys), key=_newest, reverse=True)[:_NEWEST]
        rows = [change_line(site, material, row) for row in newest]
        releases = [release_line(site, material, row) for row in material.stable() if row["tag"] in site.releases[slug]]
        yield path, page.render(**site.frame(path), engine=material.engine, releases=releases, rows=rows)


def model_pages(site: Site) -> Iterator[Page]:
    """``models/`` and one page a model, its changes of all engines, newest first."""
    page = template("model.html.jinja")
    catalogue = load_catalogue()
    changes = _by_model(site)
    for name, path in site.models.items():
        found = sorted(changes[name], key=lambda pair: _newest(pair[1]), reverse=True)
        rows = [change_line(site, material, row) for material, row in found[:_OF_A_MODEL]]
        entry = catalogue.find("model", name)
        yield path, page.render(
            **site.frame(path), name=name, entry=entry, rows=rows, total=len(found),
            source=https(entry.source) if entry else None,
        )  # fmt: skip
    counted = sorted(((len(changes[name]), name) for name in site.models), key=lambda pair: (-pair[0], pair[1]))
    yield "models/", template("models.html.jinja").render(**site.frame("models/"), counted=counted)


def _by_model(site: Site) -> dict[str, list[tuple[Material, Row]]]:
    found: dict[str, list[tuple[Material, Row]]] = defaultdict(list)
    for slug, material in site.materials.items():
        for key in site.pulls[slug]:
            for name in material.values(key, "model"):
                found[name].append((material, material.changes[key]))
    return found


def _newest(row: Row) -> tuple[str, int]:
    return (row["merged_at"].isoformat() if row["merged_at"] else "", row["number"] or 0)


def change_line(site: Site, material: Material, row: Row) -> dict[str, Any]:
    """A pull request as a line of a list."""
    return {
        "engine": material.engine,
        "number": row["number"],
        "title": plain(row["title"]),
        "path": site.pull_path(material.engine.slug, row),
        "link": material.link(row),
        "kind": row["kind"],
        "first_release": row["first_release"],
        "not_after": row["first_release_not_after"],
        "merged": row["merged_at"].date().isoformat() if row["merged_at"] else None,
    }


def release_line(site: Site, material: Material, row: Row) -> dict[str, Any]:
    """A release as a line of a list."""
    slug, tag = material.engine.slug, row["tag"]
    return {
        "tag": tag,
        "date": row["date"].date().isoformat() if row["date"] else None,
        "commits": row["commits"],
        "pulls": row["pulls"],
        "en": site.release_path(slug, tag, "en"),
        "zh": site.release_path(slug, tag, "zh"),
    }
