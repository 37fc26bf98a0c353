"""The catalogue: models, hardware and features with their names in both languages, as reviewed YAML with sources."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from whichpr_kb.names import squeeze

KINDS = ("model", "hardware", "feature")
_LISTS = ("aliases", "exact", "tags", "patterns", "zh", "parents", "never", "paths")
_FILES = {"model": "models.yml", "hardware": "hardware.yml", "feature": "features.yml"}


@dataclass(frozen=True, slots=True)
class Entry:
    """One name, as its maker writes it.

    ``aliases`` count in any spelling of case, space and hyphen, ``exact`` ones only as they stand, ``tags`` only as
    a tag or scope of a title ("[CPU]", "metal: …"), ``patterns`` are regular expressions that name it. ``word`` says
    that the name is a word otherwise, so that in a text it alone does not count. ``never`` are patterns that make a
    match they overlap something else. ``parents`` are what it belongs to, ``paths`` parts of the names of files that
    are about it, ``about`` is one sentence a language, ``source`` a page that says so.
    """

    kind: str
    name: str
    aliases: tuple[str, ...] = ()
    exact: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    patterns: tuple[str, ...] = ()
    zh: tuple[str, ...] = ()
    parents: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    about: Mapping[str, str] = field(default_factory=dict)
    source: str = ""
    word: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """Every way to write it, which is what a question may use."""
        return (self.name, *self.aliases, *self.exact, *self.tags, *self.zh)


@dataclass(frozen=True, eq=False)
class Catalogue:
    """All entries. ``digest`` changes when any of the files does, and with it every derived fact."""

    digest: str
    by_kind: Mapping[str, tuple[Entry, ...]]
    aliases: Mapping[tuple[str, str], Entry]

    def entries(self, kind: str) -> tuple[Entry, ...]:
        """The entries of "model", "hardware" or "feature", in the order of the file."""
        return self.by_kind[kind]

    def find(self, kind: str, alias: str) -> Entry | None:
        """The entry of that name or alias; case, spaces, hyphens and underscores make no difference."""
        return self.aliases.get((kind, squeeze(alias)))


@cache
def load_catalogue() -> Catalogue:
    """The catalogue of the package."""
    folder = files("whichpr_kb.catalogue")
    texts = {kind: folder.joinpath(name).read_text("utf-8") for kind, name in _FILES.items()}
    digest = hashlib.sha256("\x00".join(texts.values()).encode()).hexdigest()[:32]
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    rows = {kind: yaml.load(text, Loader=loader) for kind, text in texts.items()}  # noqa: S506 - both are safe
    return make_catalogue(digest, rows)


def make_catalogue(digest: str, rows: Mapping[str, Iterable[Mapping[str, Any]]]) -> Catalogue:
    """A catalogue from rows as they stand in the files."""
    by_kind = {kind: tuple(_entry(kind, row) for row in found) for kind, found in rows.items()}
    aliases: dict[tuple[str, str], Entry] = {}
    for kind, entries in by_kind.items():
        for entry in entries:
            for name in entry.names:
                aliases.setdefault((kind, squeeze(name)), entry)
    return Catalogue(digest, by_kind, aliases)


def _entry(kind: str, row: Mapping[str, Any]) -> Entry:
    lists = {key: tuple(row.get(key, ())) for key in _LISTS}
    return Entry(kind=kind, name=row["name"], about=row.get("about", {}), source=row["source"],
                 word=row.get("word", False), **lists)  # fmt: skip
