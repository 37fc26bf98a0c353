"""The build: every page into a folder beside the target, then search, then one switch. A failed build leaves the old.

Twice the same input gives the same bytes: the time of building comes from outside.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pagefind_bin
from sqlalchemy import Connection

from whichpr_kb.ask.status import status
from whichpr_kb.catalogue import load_catalogue
from whichpr_kb.errors import OutputError, UsageError
from whichpr_site.pages import Site, all_pages
from whichpr_site.read import EngineData, engines_of, read_engine

MARKER = ".whichpr-site"  # stands in every folder that a build made
RECENT_RELEASES = 10


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What was written: pages and all files, and whether there is search."""

    pages: int
    files: int
    searchable: bool


def build(
    connection: Connection,
    out: Path,
    *,
    home: Path,
    base_url: str = "",
    pages: str = "recent",
    now: datetime,
    tell: Callable[[str], None] = lambda _text: None,
) -> BuildReport:
    """Writes the whole site to ``out``.

    Raises OutputError where the folder is not ours to replace or cannot be written, UsageError for a base address
    that is none. ``home`` is the knowledge base's folder, which is never written into.
    """
    base = check_base_url(base_url)
    target = check_target(out, home)
    site = read_site(connection, home, base, pages, now)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
    except OSError as error:
        raise OutputError(
            f"{target} cannot be written: {error.strerror}", "Choose another folder with --out."
        ) from error
    try:
        count = _write_pages(site, draft, tell)
        _copy_static(draft)
        searchable = _index_for_search(draft, tell)
        total = sum(len(names) for _, _, names in os.walk(draft))
        _switch(draft, target)
    except OSError as error:
        raise OutputError(
            f"{target} cannot be written: {error.strerror}", "Free some space or choose another folder with --out."
        ) from error
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return BuildReport(count, total, searchable)


def check_base_url(base_url: str) -> str:
    """The address without its last slash; "" for none."""
    parts = urlsplit(base_url)
    if base_url and (parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment):
        raise UsageError(f"--base-url {base_url!r} is no address", "Write it like https://example.org/whichpr.")
    return base_url.rstrip("/")


def check_target(out: Path, home: Path) -> Path:
    """The folder to write, resolved; raises OutputError when a build must not replace it."""
    target, package, kb = out.resolve(), Path(str(files("whichpr_site"))).resolve(), home.resolve()
    repository = package.parents[1]
    if target in (package, *package.parents) or package in target.parents or target in (kb, *kb.parents):
        raise OutputError(f"{target} holds the program or the knowledge base", "Choose a folder of its own with --out.")
    if (repository / "pyproject.toml").exists() and target.parent == repository and target.name in _SOURCE_FOLDERS:
        raise OutputError(f"{target} belongs to the source tree", "Choose a folder of its own with --out.")
    if target.exists() and not target.is_dir():
        raise OutputError(f"{target} is a file", "Choose a folder with --out.")
    if target.is_dir() and any(target.iterdir()) and not (target / MARKER).exists():
        raise OutputError(f"{target} was not made by a build", "Empty it yourself or choose another folder with --out.")
    return target


_SOURCE_FOLDERS = frozenset(
    {"kb", "crawler", "site", "app", "tests", "docs", "bench", "tools", ".git", ".ci", ".github"}
)


def read_site(connection: Connection, home: Path, base: str, pages: str, now: datetime) -> Site:
    """All that the pages are made from. ``pages`` is "all" or "recent"."""
    everything = {slug: read_engine(connection, slug) for slug in engines_of(connection)}
    sources: list[dict[str, Any]] = status(connection, home / "index", now)["sources"]
    site = Site(everything, load_catalogue(), sources, base, f"{now:%Y-%m-%d}")
    site.shown = {slug: set(_shown(data, pages)) for slug, data in everything.items()}
    return site


def _shown(data: EngineData, pages: str) -> set[str]:
    """Keys of the changes that get a page: all, or those of the newest releases, unreleased, or cited by notes."""
    real = {key for key, row in data.changes.items() if not row["stub"]}
    if pages == "all":
        return real
    newest = {row["tag"] for row in [row for row in data.releases.values() if row["stable"]][-RECENT_RELEASES:]}
    return {
        key
        for key in real
        if (row := data.changes[key])["first_release"] in newest
        or (row["first_release"] is None and row["first_release_not_after"] is None)
        or (row["number"] is not None and row["number"] in data.notes_of)
    }


def _write_pages(site: Site, draft: Path, tell: Callable[[str], None]) -> int:
    count = 0
    made: set[Path] = set()
    for count, (path, text) in enumerate(all_pages(site), 1):
        file = draft / path
        if file.parent not in made:
            file.parent.mkdir(parents=True, exist_ok=True)
            made.add(file.parent)
        file.write_bytes(text.encode("utf-8", "replace"))
        if count % 5_000 == 0:
            tell(f"site: {count:,} pages written …")
    return count


def _copy_static(draft: Path) -> None:
    folder = draft / "static"
    folder.mkdir()
    for entry in files("whichpr_site").joinpath("static").iterdir():
        (folder / entry.name).write_bytes(entry.read_bytes())
    (draft / MARKER).write_text("Made by whichpr build; the next build replaces this folder.\n", "utf-8")
    (draft / ".nojekyll").write_bytes(b"")


def _index_for_search(draft: Path, tell: Callable[[str], None]) -> bool:
    """Runs Pagefind over the written pages; without its binary the site has no search, and says so."""
    try:
        binary = str(pagefind_bin.get_executable())
    except FileNotFoundError:
        tell("site: Pagefind's program is not there, so the site is without search; install pagefind-bin for it")
        return False
    tell("site: indexing for search …")
    done = subprocess.run(
        [binary, "--site", str(draft), "--quiet"], capture_output=True, text=True, errors="replace", check=False
    )
    if done.returncode:
        raise OutputError(
            f"Pagefind failed: {(done.stderr or done.stdout).strip()[-300:]}", "The old site is untouched."
        )
    return (draft / "pagefind" / "pagefind.js").exists()


def _switch(draft: Path, target: Path) -> None:
    """Puts the new site in place of the old one; the old one is set aside first and comes back if that fails."""
    draft.chmod(0o755)
    aside = draft.with_name(f"{draft.name}-old")
    if target.exists():
        target.rename(aside)
    try:
        draft.rename(target)
    except OSError:
        if aside.exists():
            aside.rename(target)
        raise
    shutil.rmtree(aside, ignore_errors=True)
