"""What a digest and a site are made from: the rows of each engine, read in a few bulk queries."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, select

from whichpr_kb.engines import Engine, known_engines
from whichpr_kb.store import tables
from whichpr_kb.store.engines import stored_engine
from whichpr_kb.store.read import Row, rows_of
from whichpr_kb.store.upsert import table_of

# Control characters, and those that turn the direction of text so that it reads other than it is.
_INVISIBLE = re.compile("[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+")
_HTTPS = re.compile(r"https://[A-Za-z0-9.-]+(?::\d+)?(?:/[^\s\"'<>\\^`{|}()]*)?")


@dataclass(frozen=True, slots=True)
class Note:
    """A note item: ``pulls`` are its own pull requests in order, known or not."""

    position: int
    bullet: int
    section: tuple[str, ...]
    topic: str | None
    text: str
    pulls: tuple[int, ...]


@dataclass(slots=True)
class Material:
    """Everything of one engine. ``releases`` are in version order, oldest first; the rest is by change key or tag."""

    engine: Engine
    changes: dict[str, Row] = field(default_factory=dict)
    facts: dict[str, list[Row]] = field(default_factory=dict)
    releases: dict[str, Row] = field(default_factory=dict)
    members: dict[str, list[Row]] = field(default_factory=dict)
    notes: dict[str, list[Note]] = field(default_factory=dict)

    def pull(self, number: int) -> Row | None:
        """The pull request of that number; None for one that only notes name."""
        row = self.changes.get(str(number))
        return row if row is not None and not row["stub"] else None

    def stable(self) -> list[Row]:
        """The stable releases, newest first."""
        return [row for row in reversed(self.releases.values()) if row["stable"]]

    def facts_named(self, key: str, name: str) -> list[Row]:
        """The facts of one name of a change."""
        return [fact for fact in self.facts.get(key, ()) if fact["name"] == name]

    def values(self, key: str, name: str) -> list[str]:
        """The values of those facts, each once."""
        return list(dict.fromkeys(fact["value"] for fact in self.facts_named(key, name)))

    def link(self, row: Row) -> str:
        """The address of a change: the record's where it is a plain https address, else the engine's for it."""
        stated = https(row["url"])
        if stated:
            return stated
        return self.engine.pull_url(row["number"]) if row["number"] is not None else self.engine.commit_url(row["sha"])

    def release_link(self, tag: str) -> str:
        """The address of a release."""
        return https(self.releases[tag]["url"] or "") or self.engine.release_url(tag)


def https(url: str) -> str | None:
    """The address when it is plain https without anything that could end a link or an attribute, else None."""
    return url if _HTTPS.fullmatch(url) else None


def plain(text: str) -> str:
    """A record's text on one line, without control characters."""
    return " ".join(_INVISIBLE.sub(" ", text).split())


def read_material(connection: Connection) -> dict[str, Material]:
    """Every engine of the store by its slug: those of engines.yml first, in their order."""
    row = table_of(tables.EngineRow)
    change = table_of(tables.Change)
    slugs = set(connection.execute(select(row.c.slug)).scalars())
    slugs |= set(connection.execute(select(change.c.engine).distinct()).scalars())
    known = list(known_engines())
    ordered = sorted(slugs, key=lambda slug: (known.index(slug) if slug in known else len(known), slug))
    return {slug: _read(connection, stored_engine(connection, slug)) for slug in ordered}


def _read(connection: Connection, engine: Engine) -> Material:
    material = Material(engine)
    for row in _rows(connection, tables.Change, engine, "merged_at", "key"):
        material.changes[row["key"]] = row
    material.facts = _grouped(_rows(connection, tables.Fact, engine, "key", "name", "place"), "key")
    material.members = _grouped(_rows(connection, tables.Member, engine, "tag", "key"), "tag")
    material.releases = {row["tag"]: row for row in _releases(connection, engine)}
    material.notes = _notes(connection, engine)
    return material


def _rows(connection: Connection, model: Any, engine: Engine, *order: str) -> list[Row]:
    table = table_of(model)
    return rows_of(
        connection, select(table).where(table.c.engine == engine.slug).order_by(*(table.c[name] for name in order))
    )


def _grouped(rows: Iterable[Row], name: str) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        found[row[name]].append(row)
    return dict(found)


def _releases(connection: Connection, engine: Engine) -> list[Row]:
    fact, release = table_of(tables.ReleaseFact), table_of(tables.Release)
    names = ("url", "name", "complete", "stated_commits", "stated_contributors", "stated_new_contributors")
    query = (
        select(fact, *(release.c[name] for name in names))
        .select_from(fact.outerjoin(release, (fact.c.engine == release.c.engine) & (fact.c.tag == release.c.tag)))
        .where(fact.c.engine == engine.slug)
        .order_by(fact.c.position)
    )
    return rows_of(connection, query)


def _notes(connection: Connection, engine: Engine) -> dict[str, list[Note]]:
    pulls: dict[tuple[str, int], list[int]] = defaultdict(list)
    for row in _rows(connection, tables.NoteItemPull, engine, "tag", "position", "place", "number"):
        if row["role"] == "pull":
            pulls[row["tag"], row["position"]].append(row["number"])
    notes: dict[str, list[Note]] = defaultdict(list)
    for row in _rows(connection, tables.NoteItem, engine, "tag", "position"):
        section = tuple(plain(part) for part in row["section"].split("\n") if part.strip())
        topic = plain(row["topic"]) if row["topic"] else None
        cited = tuple(pulls[row["tag"], row["position"]])
        notes[row["tag"]].append(
            Note(row["position"], row["bullet"], section, topic, plain(row["text"]), cited)
        )  # fmt: skip
    return dict(notes)


def released_between(material: Material, start: datetime, end: datetime) -> Sequence[Row]:
    """The stable releases after ``start`` and not after ``end``, oldest first."""
    return [row for row in reversed(material.stable()) if row["date"] is not None and start < row["date"] <= end]
