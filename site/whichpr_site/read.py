"""What the site reads from the store, in bulk: a query a table, never a query a page."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, select

from whichpr_kb.engines import Engine
from whichpr_kb.store import tables
from whichpr_kb.store.engines import stored_engine
from whichpr_kb.store.read import Row, rows_of
from whichpr_kb.store.upsert import table_of


@dataclass(frozen=True, slots=True)
class Note:
    """A note item: where it stands, its lead topic and text, and the known pull requests that it cites."""

    tag: str
    bullet: int
    section: tuple[str, ...]
    topic: str | None
    text: str
    pulls: tuple[int, ...]


@dataclass(slots=True)
class EngineData:
    """Everything of an engine that pages are made from. ``releases`` are in version order, oldest first."""

    engine: Engine
    changes: dict[str, Row]
    facts: dict[str, list[Row]]
    releases: dict[str, Row]
    members: dict[str, list[str]]
    notes: dict[str, list[Note]] = field(default_factory=dict)
    notes_of: dict[int, list[Note]] = field(default_factory=dict)

    def values(self, key: str, name: str) -> list[str]:
        """Values of one kind of fact about a change."""
        return [fact["value"] for fact in self.facts.get(key, ()) if fact["name"] == name]

    def known(self, number: int) -> bool:
        """Whether the number is a pull request of the store, not only a number that notes name."""
        row = self.changes.get(str(number))
        return row is not None and not row["stub"]


def engines_of(connection: Connection) -> list[str]:
    """Slugs of the engines that have records, in alphabetical order with vLLM first."""
    row = table_of(tables.EngineRow)
    return sorted(connection.execute(select(row.c.slug)).scalars(), key=lambda slug: (slug != "vllm", slug))


def read_engine(connection: Connection, slug: str) -> EngineData:
    """All of one engine."""

    def every(model: Any, *order: str) -> Iterable[Row]:
        table = table_of(model)
        query = select(table).where(table.c.engine == slug).order_by(*(table.c[name] for name in order))
        return rows_of(connection, query)

    changes = {row["key"]: row for row in every(tables.Change, "key")}
    facts: dict[str, list[Row]] = defaultdict(list)
    for row in every(tables.Fact, "key", "name", "place"):
        facts[row["key"]].append(row)
    published = {row["tag"]: row for row in every(tables.Release, "tag")}
    releases = {
        row["tag"]: {**published.get(row["tag"], _UNPUBLISHED), **row} for row in every(tables.ReleaseFact, "position")
    }
    members: dict[str, list[str]] = defaultdict(list)
    for row in every(tables.Member, "tag", "key"):
        if row["new"]:
            members[row["tag"]].append(row["key"])
    data = EngineData(stored_engine(connection, slug), changes, dict(facts), releases, dict(members))
    _read_notes(data, every(tables.NoteItem, "tag", "position"), every(tables.NoteItemPull, "tag", "position", "place"))
    return data


_UNPUBLISHED: Row = {"url": "", "name": "", "stated_commits": None, "stated_contributors": None, "body": "",
                     "stated_new_contributors": None, "complete": None, "published_at": None}  # fmt: skip


def _read_notes(data: EngineData, items: Iterable[Row], cited: Iterable[Row]) -> None:
    pulls: dict[tuple[str, int], list[int]] = defaultdict(list)
    for row in cited:
        if row["role"] == "pull" and data.known(row["number"]):
            pulls[row["tag"], row["position"]].append(row["number"])
    notes: dict[str, list[Note]] = defaultdict(list)
    notes_of: dict[int, list[Note]] = defaultdict(list)
    for row in items:
        numbers = tuple(pulls.get((row["tag"], row["position"]), ()))
        section = tuple(part for part in row["section"].split("\n") if part)
        note = Note(row["tag"], row["bullet"], section, row["topic"], row["text"], numbers)
        notes[row["tag"]].append(note)
        for number in numbers:
            notes_of[number].append(note)
    data.notes, data.notes_of = dict(notes), dict(notes_of)


def detail(fact: Row) -> dict[str, Any]:
    """A fact's details."""
    return dict(json.loads(fact["detail"])) if fact["detail"] else {}
