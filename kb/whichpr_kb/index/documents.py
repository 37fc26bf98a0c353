"""Documents: what the index holds, made from records and facts.

A document is a pull request, a commit that belongs to none, or a note item that cites no pull request.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, select

from whichpr_kb.annotate.text import ChangeText, text_facts
from whichpr_kb.catalogue import load_catalogue
from whichpr_kb.index.analysis import identifiers
from whichpr_kb.store import tables
from whichpr_kb.store.read import rows_of
from whichpr_kb.store.upsert import table_of

_TEXT_LIMIT = 10_000  # characters of notes that are quoted and indexed
_BODY_LIMIT = 4_000  # characters of a body that are indexed: what follows is trailers and pasted logs
_NAMES = {"model": "models", "feature": "features", "hardware": "hardware"}


@dataclass(slots=True)
class Document:
    """One document. ``key`` is "vllm#50458", "ollama@<sha>" or "ollama@v0.32.0:3"; ``shown`` is a result's JSON.
    ``families`` holds the names by kind with what each belongs to, so that a filter by "Kimi" finds "Kimi K3".
    """

    key: str
    title: str
    notes: str
    body: str
    names: dict[str, list[str]]
    identifiers: list[str]
    families: dict[str, list[str]] = field(default_factory=dict)
    shown: dict[str, Any] = field(default_factory=dict)
    packed: str = field(init=False)

    @property
    def digest(self) -> str:
        """Changes whenever anything of the document does: all the rest is made from what is shown and the body."""
        return hashlib.sha256(f"{self.packed}\n{self.body}".encode("utf-8", "replace")).hexdigest()[:24]

    def __post_init__(self) -> None:
        """Packs what is shown, once for the digest and for the index."""
        self.packed = json.dumps(self.shown, ensure_ascii=False, separators=(",", ":"))


def documents(connection: Connection) -> Iterator[Document]:
    """All documents of the store, engine by engine."""
    change = table_of(tables.Change)
    for engine in connection.execute(select(change.c.engine).distinct().order_by(change.c.engine)).scalars().all():
        notes, loose = _notes(connection, engine)
        facts = facts_of(connection, engine)
        query = select(change).where(change.c.engine == engine, change.c.stub.is_(False)).order_by(change.c.key)
        for row in rows_of(connection, query):
            yield _change(row, notes.get(row["key"], []), facts.get(row["key"], {}))
        releases = _releases(connection, engine)
        for item in loose:
            yield _item(engine, item, releases[item["tag"]])


def _notes(connection: Connection, engine: str) -> tuple[dict[str, list[dict[str, str]]], list[Mapping[str, Any]]]:
    """The note items that cite a change, by its key; and those that cite no known pull request."""
    change, item, cited = table_of(tables.Change), table_of(tables.NoteItem), table_of(tables.NoteItemPull)
    stubs = select(change.c.number).where(change.c.engine == engine, change.c.stub.is_(True))
    rows = connection.execute(
        select(cited.c.tag, cited.c.position, cited.c.number)
        .where(cited.c.engine == engine, cited.c.role == "pull", cited.c.number.not_in(stubs))
        .order_by(cited.c.tag, cited.c.position, cited.c.place)
    ).all()
    cites: dict[tuple[str, int], list[str]] = defaultdict(list)
    for tag, position, number in rows:
        cites[tag, position].append(str(number))
    by_key: dict[str, list[dict[str, str]]] = defaultdict(list)
    loose: list[Mapping[str, Any]] = []
    for row in rows_of(connection, select(item).where(item.c.engine == engine).order_by(item.c.tag, item.c.position)):
        note = {
            "release": row["tag"],
            "section": _last(row["section"]),
            "text": with_topic(row["topic"], row["text"])[:_TEXT_LIMIT],
        }
        keys = cites.get((row["tag"], row["position"]), [])
        for key in keys:
            by_key[key].append(note)
        if not keys:
            loose.append({**row, "note": note})
    return by_key, loose


def with_parents(names: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """Names of a change by singular kind, each with the families that it belongs to."""
    found = {}
    for kind, plural in _NAMES.items():
        entries = (load_catalogue().find(kind, name) for name in names.get(plural, ()))
        parents = [parent for entry in entries if entry is not None for parent in entry.parents]
        found[kind] = list(dict.fromkeys([*names.get(plural, ()), *parents]))
    return found


def with_topic(topic: str | None, text: str) -> str:
    """A note item as a person would quote it: "lead topic: text"."""
    return f"{topic}: {text}" if topic and topic.lower() not in text.lower() else text


def _last(section: str) -> str:
    return section.rsplit("\n", 1)[-1]


def facts_of(connection: Connection, engine: str) -> dict[str, dict[str, list[str]]]:
    """Names of models, features and hardware of every change that has some, by its key."""
    fact = table_of(tables.Fact)
    query = (
        select(fact.c.key, fact.c.name, fact.c.value)
        .where(fact.c.engine == engine, fact.c.name.in_(list(_NAMES)))
        .order_by(fact.c.key, fact.c.name, fact.c.place)
    )
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for key, name, value in connection.execute(query):
        found[key][_NAMES[name]].append(value)
    return found


def _releases(connection: Connection, engine: str) -> dict[str, dict[str, str | None]]:
    release, fact = table_of(tables.Release), table_of(tables.ReleaseFact)
    dates = {
        row.tag: row.date for row in connection.execute(select(fact.c.tag, fact.c.date).where(fact.c.engine == engine))
    }
    rows = connection.execute(select(release.c.tag, release.c.url).where(release.c.engine == engine))
    return {tag: {"url": url, "date": iso(dates.get(tag))} for tag, url in rows}


def _change(row: Mapping[str, Any], notes: list[dict[str, str]], facts: Mapping[str, list[str]]) -> Document:
    names = {name: list(dict.fromkeys(facts.get(name, []))) for name in _NAMES.values()}
    quoted = "\n".join(note["text"] for note in notes)
    shown = {
        "engine": row["engine"],
        "pr": row["number"],
        "sha": row["sha"],
        "release": None,
        "section": None,
        "title": row["title"],
        "url": row["url"],
        "merged_at": iso(row["merged_at"]),
        "first_release": row["first_release"],
        "kind": row["kind"],
        **names,
        "breaking": row["breaking"],
        "first_release_not_after": row["first_release_not_after"],
        "reverted_by": row["reverted_by"],
        "notes": notes,
    }
    number = row["number"]
    return Document(
        key=f"{row['engine']}#{number}" if number is not None else f"{row['engine']}@{row['sha']}",
        title=row["title"],
        notes=quoted,
        body=row["body"][:_BODY_LIMIT],
        names=names,
        families=with_parents(names),
        identifiers=identifiers(f"{row['title']}\n{quoted}\n{row['body'][:_BODY_LIMIT]}"),
        shown=shown,
    )


def _item(engine: str, item: Mapping[str, Any], release: Mapping[str, str | None]) -> Document:
    note = item["note"]
    drawn = text_facts(ChangeText(engine, note["text"], "", (), ()), load_catalogue())
    names = {plural: [fact.value for fact in drawn if fact.name == name] for name, plural in _NAMES.items()}
    shown = {
        "engine": engine,
        "pr": None,
        "sha": None,
        "release": item["tag"],
        "section": note["section"],
        "title": note["text"],
        "url": release["url"],
        "merged_at": release["date"],
        "first_release": item["tag"],
        "kind": next((fact.value for fact in drawn if fact.name == "kind"), None),
        **names,
        "breaking": any(fact.name == "breaking" for fact in drawn),
        "first_release_not_after": None,
        "reverted_by": None,
        "notes": [note],
    }
    return Document(
        key=f"{engine}@{item['tag']}:{item['position']}",
        title=note["text"],
        notes="",
        body="",
        names=names,
        families=with_parents(names),
        identifiers=identifiers(note["text"]),
        shown=shown,
    )


def iso(when: Any) -> str | None:
    """A time as the contract writes it: UTC to the second; None stays None."""
    return when.isoformat(timespec="seconds").replace("+00:00", "Z") if when is not None else None
