"""The build: everything is read once, every page is written, indexed for the search, and put in place in one step."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime
from importlib.resources import as_file, files
from itertools import chain
from pathlib import Path

from sqlalchemy import Connection

from whichpr_kb.errors import OutputError, UsageError
from whichpr_site.material import Material, read_material
from whichpr_site.output import check, replaced
from whichpr_site.pagefind import find_pagefind, index_pages
from whichpr_site.pages.home import about_pages, home_pages, missing_page
from whichpr_site.pages.lists import engine_pages, model_pages
from whichpr_site.pages.pull import pull_pages
from whichpr_site.pages.release import compose_all, release_pages
from whichpr_site.pages.site import Page, Site, check_base_url

RECENT_RELEASES = 10
Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What was written: files in all, pages of pull requests, pages that the search covers (None without a search)."""

    files: int
    pulls: int
    releases: int
    searchable: int | None
    seconds: float


def build(
    connection: Connection,
    out: Path,
    base_url: str,
    pages: str,
    now: datetime,
    progress: Tell = lambda _text: None,
    refuse: Sequence[Path] = (),
) -> BuildReport:
    """Writes the site into ``out`` and says what it wrote; on any failure ``out`` stays as it was.

    ``pages`` is "recent" or "all"; ``refuse`` are folders that the site must not lie in or hold. Raises OutputError
    for a folder that cannot or must not be written, UsageError for the other values.
    """
    start = time.perf_counter()
    if pages not in ("recent", "all"):
        raise UsageError(f"there are no {pages!r} pages", "Choose recent or all.")
    check(out, refuse)
    program = find_pagefind()
    materials = read_material(connection)
    if not any(material.changes for material in materials.values()):
        raise UsageError("the knowledge base is empty", "Run whichpr demo or whichpr crawl first.")
    pulls = {slug: _chosen(material, pages) for slug, material in materials.items()}
    site = Site(materials, check_base_url(base_url), now, pulls, searchable=program is not None)
    with replaced(out, refuse) as folder:
        progress("site: writing pages …")
        articles = compose_all(site)
        written = chain(
            home_pages(site, articles),
            about_pages(site, connection),
            engine_pages(site),
            model_pages(site),
            release_pages(site, articles),
            pull_pages(site),
        )
        count = _write(folder, written) + _write_static(folder)
        (folder / "404.html").write_text(missing_page(site), "utf-8")
        searchable = None
        if program is None:
            progress("site: pagefind is not installed, so the site has no search (pip install pagefind-bin)")
        else:
            progress("site: indexing for the search …")
            searchable = index_pages(program, folder)
        total = sum(1 for path in folder.rglob("*") if path.is_file()) if searchable is not None else count + 1
    report = BuildReport(
        files=total,
        pulls=sum(map(len, pulls.values())),
        releases=len(articles),
        searchable=searchable,
        seconds=time.perf_counter() - start,
    )
    progress(f"site: {report.files:,} files, {report.pulls:,} pull requests, {report.releases:,} releases")
    return report


def _chosen(material: Material, pages: str) -> frozenset[str]:
    """The keys of the pull requests that get a page: all, or those since the newest releases and what notes cite."""
    known = [row for row in material.changes.values() if row["number"] is not None and not row["stub"]]
    if pages == "all":
        return frozenset(row["key"] for row in known)
    newest = material.stable()[:RECENT_RELEASES]
    tags = {row["tag"] for row in newest}
    dates = [row["date"] for row in newest if row["date"] is not None]
    since = min(dates) if dates else None
    cited = {number for notes in material.notes.values() for note in notes for number in note.pulls}
    return frozenset(
        row["key"]
        for row in known
        if row["first_release"] in tags
        or row["number"] in cited
        or (since is not None and row["merged_at"] is not None and row["merged_at"] >= since)
    )


def _write(folder: Path, pages: Iterable[Page]) -> int:
    count = 0
    for path, text in pages:
        target = folder / path
        target.mkdir(parents=True, exist_ok=True)
        with (target / "index.html").open("wb") as file:
            file.write(text.encode("utf-8", "replace"))
        count += 1
    return count


def _write_static(folder: Path) -> int:
    with ExitStack() as stack:
        source = stack.enter_context(as_file(files("whichpr_site") / "static"))
        target = folder / "static"
        target.mkdir()
        names = sorted(path.name for path in source.iterdir() if path.is_file())
        for name in names:
            shutil.copyfile(source / name, target / name)
    if not names:
        raise OutputError("the style sheet is missing from the installation", "Reinstall whichpr.")
    return len(names)
