"""One page a pull request, the same for both languages: what it is, where it was released, what the notes say."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from whichpr_kb.catalogue import load_catalogue
from whichpr_kb.store.read import Row
from whichpr_site.article import Figure
from whichpr_site.material import Material, plain
from whichpr_site.pages.site import Page, Site, template

_FILES = 60
_BODY = 20_000  # characters


def pull_pages(site: Site) -> Iterator[Page]:
    """The pages of all pull requests that have one."""
    page = template("pull.html.jinja")
    aliases = _aliases()
    for slug, material in site.materials.items():
        quoted = quotes(material)
        for key in sorted(site.pulls[slug], key=int):
            row = material.changes[key]
            path = f"{slug}/pr/{row['number']}/"
            yield path, page.render(**site.frame(path), **_context(site, material, row, quoted, aliases))


def quotes(material: Material) -> dict[int, list[dict[str, str]]]:
    """What notes say of each pull request, newest release first."""
    found: dict[int, list[dict[str, str]]] = defaultdict(list)
    for tag in reversed(material.releases):
        for note in material.notes.get(tag, ()):
            text = f"{note.topic}: {note.text}" if note.topic and note.topic not in note.text else note.text
            for number in note.pulls:
                found[number].append({"tag": tag, "section": " › ".join(note.section), "text": text})
    return found


def _aliases() -> dict[str, str]:
    """Other ways to write the name of a model, hardware or feature, for the search only."""
    catalogue = load_catalogue()
    found = {}
    for kind in ("model", "hardware", "feature"):
        for entry in catalogue.entries(kind):
            joined = entry.name.replace(" ", "").replace("-", "")
            found[f"{kind}:{entry.name}"] = " ".join(dict.fromkeys((joined, *entry.aliases[:6], *entry.zh[:3])))
    return found


def _context(
    site: Site, material: Material, row: Row, quoted: dict[int, list[dict[str, str]]], aliases: dict[str, str]
) -> dict[str, Any]:
    slug, key = material.engine.slug, row["key"]
    names: dict[str, list[str]] = {"model": [], "hardware": [], "feature": []}
    figures = []
    for fact in material.facts.get(key, ()):
        if fact["name"] in names and fact["value"] not in names[fact["name"]]:
            names[fact["name"]].append(fact["value"])
        elif fact["name"] == "figure":
            figures.append(_figure(fact))
    files = [line.split("\t", 1)[1] for line in row["paths"].split("\n") if "\t" in line]
    merged = row["merged_at"]
    return {
        "engine": material.engine,
        "row": row,
        "title": plain(row["title"]),
        "link": material.link(row),
        "merged": merged.date().isoformat() if merged else None,
        "release_en": site.release_path(slug, row["first_release"], "en"),
        "release_zh": site.release_path(slug, row["first_release"], "zh"),
        "models": names["model"],
        "hardware": names["hardware"],
        "features": names["feature"],
        "aka": " ".join(aliases.get(f"{kind}:{name}", "") for kind in names for name in names[kind]).strip(),
        "figures": figures,
        "quotes": quoted.get(row["number"], []),
        "related": _related(site, material, row),
        "body": row["body"][:_BODY].strip(),
        "files": files[:_FILES],
        "file_count": len(files),
    }


def _figure(fact: Row) -> Figure:
    detail = json.loads(fact["detail"])
    return Figure(
        detail["metric"], detail["value"], detail["unit"], detail.get("value_high"), detail.get("before"),
        detail.get("direction"), plain(fact["span"]),
    )  # fmt: skip


def _related(site: Site, material: Material, row: Row) -> list[dict[str, Any]]:
    found = []
    for name, label in (("reverts", "reverts"), ("reverted_by", "reverted_label"), ("backport_of", "backport_of")):
        other = material.changes.get(row[name] or "")
        if other is not None:
            text = f"#{other['number']}" if other["number"] is not None else (other["sha"] or "")[:10]
            path = site.pull_path(material.engine.slug, other)
            found.append({"label": label, "text": text, "title": plain(other["title"]), "path": path,
                          "link": material.link(other)})  # fmt: skip
    return found
