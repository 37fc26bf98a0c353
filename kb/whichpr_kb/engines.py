"""The engines whose releases are tracked: rows of ``engines.yml``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

import yaml

from whichpr_kb.errors import UnknownEngine

_REPOSITORY = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]*/[A-Za-z0-9._-]+")


@dataclass(frozen=True, slots=True)
class Engine:
    """One engine: its slug (the key everywhere), GitHub repository and tag scheme."""

    slug: str
    name: str
    repository: str
    homepage: str = ""
    tags: Literal["pep440", "semver"] = "semver"
    ignore_tags: tuple[str, ...] = ()
    first_tag: str | None = None
    first_tag_source: str = ""
    install: str = ""

    def pull_url(self, number: int) -> str:
        """Address of a pull request on GitHub."""
        return f"https://github.com/{self.repository}/pull/{number}"

    def release_url(self, tag: str) -> str:
        """Address of a release on GitHub."""
        return f"https://github.com/{self.repository}/releases/tag/{tag}"

    def commit_url(self, sha: str) -> str:
        """Address of a commit on GitHub."""
        return f"https://github.com/{self.repository}/commit/{sha}"


@cache
def known_engines() -> dict[str, Engine]:
    """All engines of ``engines.yml``, by slug, in the order of the file."""
    rows = yaml.safe_load(files("whichpr_kb").joinpath("engines.yml").read_text("utf-8"))
    return {row["slug"]: Engine(**{**row, "ignore_tags": tuple(row["ignore_tags"])}) for row in rows}


def find_engine(name: str) -> Engine:
    """The engine with this slug, display name or ``owner/name``; any other ``owner/name`` makes a new one.

    Raises UnknownEngine for everything else, naming the known ones.
    """
    wanted = name.strip().lower()
    for engine in known_engines().values():
        if wanted in (engine.slug, engine.name.lower(), engine.repository.lower()):
            return engine
    if _REPOSITORY.fullmatch(name) and ".." not in name:
        short = name.split("/")[1]
        return Engine(slug=re.sub(r"[^a-z0-9]+", "-", short.lower()).strip("-"), name=short, repository=name)
    known = ", ".join(known_engines())
    raise UnknownEngine(f"unknown engine: {name!r}", f"Known engines: {known}. Another repository is named owner/name.")
