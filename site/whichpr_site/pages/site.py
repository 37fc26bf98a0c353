"""What all pages share: where a page lies, how it links to another, and the frame around it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any
from urllib.parse import urlsplit

from jinja2 import Template

from whichpr_kb.errors import UsageError
from whichpr_kb.store.read import Row
from whichpr_site.material import Material
from whichpr_site.render.document import pages_environment
from whichpr_site.render.words import LANGUAGES, Words

TAGS = {"en": "en", "zh": "zh-CN"}
NAMES = {"en": "English", "zh": "中文"}
Page = tuple[str, str]  # a path below the site's root, and the page


@dataclass(frozen=True)
class Site:
    """One build: the material, the address it is for, and which pages there are.

    ``pulls`` holds the change keys that have a page, by engine; ``releases`` the tags.
    """

    materials: Mapping[str, Material]
    base_url: str
    now: datetime
    pulls: Mapping[str, frozenset[str]]
    searchable: bool
    words: Mapping[str, Words] = field(default_factory=lambda: {name: Words(name) for name in LANGUAGES})

    @cached_property
    def releases(self) -> dict[str, frozenset[str]]:
        """The stable releases with notes or members, by engine."""
        return {
            slug: frozenset(
                row["tag"]
                for row in material.stable()
                if material.notes.get(row["tag"]) or material.members.get(row["tag"])
            )
            for slug, material in self.materials.items()
        }

    @cached_property
    def models(self) -> dict[str, str]:
        """The path of each model that a page's change is about, by its name."""
        names = {
            fact["value"]
            for slug, material in self.materials.items()
            for key in self.pulls[slug]
            for fact in material.facts.get(key, ())
            if fact["name"] == "model"
        }
        paths: dict[str, str] = {}
        for name in sorted(names):
            path = f"models/{slugged(name)}/"
            paths[name] = path if path not in paths.values() else f"models/{slugged(name)}-{len(paths)}/"
        return paths

    def pull_path(self, slug: str, row: Row) -> str | None:
        """The path of a change's page, when it has one."""
        if row["number"] is None or row["key"] not in self.pulls[slug]:
            return None
        return f"{slug}/pr/{row['number']}/"

    def release_path(self, slug: str, tag: str | None, language: str) -> str | None:
        """The path of a release's page, when it has one."""
        return f"{language}/{slug}/{tag}/" if tag is not None and tag in self.releases[slug] else None

    def address(self, path: str, root: str) -> str:
        """A page's full address where the site's is known, else one relative to a page whose way up is ``root``."""
        return f"{self.base_url}/{path}" if self.base_url else f"{root}{path}" or "./"

    def frame(self, path: str, *, language: str = "en", variants: Mapping[str, str] | None = None) -> dict[str, Any]:
        """What the frame's template is given for the page at ``path`` (``vllm/pr/1/``; "" is the home page).

        ``variants`` are the paths of the same page by language; a page without them serves both.
        """
        root = "../" * path.count("/")
        return {
            "site": self,
            "root": root,
            "path": path,
            "w": self.words[language],
            "zh": self.words["zh"],
            "tags": TAGS,
            "names": NAMES,
            "variants": variants or {},
            "canonical": self.address(path, root),
            "year": self.now.year,
        }


def check_base_url(base_url: str) -> str:
    """The address without a slash at its end; raises UsageError for what is no https or http address."""
    trimmed = base_url.strip().rstrip("/")
    parts = urlsplit(trimmed)
    if trimmed and (parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment):
        raise UsageError(
            f"{base_url!r} is no address of a site", "Write it like https://example.org/whichpr, or leave it out."
        )
    return trimmed


def slugged(name: str) -> str:
    """A name as part of an address: "Kimi K3" is "kimi-k3"."""
    return re.sub(r"[^a-z0-9.]+", "-", name.lower()).strip("-.") or "model"


def template(name: str) -> Template:
    """A template of the site."""
    return pages_environment().get_template(name)


def both_languages(path: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Each language with the paths of a page in all of them; ``path`` follows the language's folder."""
    variants = {language: f"{language}/{path}" for language in LANGUAGES}
    for language in LANGUAGES:
        yield language, variants
