"""The annotate stage: facts of each engine derived from its records, written only where they differ.

Facts are a function of records, catalogue and code: deleting and deriving them again gives the same rows.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, delete, select
from sqlmodel import SQLModel

from whichpr_kb.annotate.changes import DraftChange, History, add_pulls, add_stubs, read_history
from whichpr_kb.annotate.membership import Counted, Membership, find_membership
from whichpr_kb.annotate.reverts import Relations, find_relations
from whichpr_kb.annotate.text import TEXT_VERSION, ChangeText, FactDraft, text_facts
from whichpr_kb.catalogue import Catalogue, load_catalogue
from whichpr_kb.engines import Engine
from whichpr_kb.store import tables
from whichpr_kb.store.database import Store
from whichpr_kb.store.engines import stored_engine
from whichpr_kb.store.generation import advance, current
from whichpr_kb.store.read import rows_of
from whichpr_kb.store.save import unpack_paths
from whichpr_kb.store.upsert import Row, sync, table_of, upsert
from whichpr_kb.versions import in_order

FACTS_VERSION = 1
Tell = Callable[[str], None]


def annotate(store: Store, tell: Tell = lambda _text: None) -> int:
    """Derives the facts of every engine whose records, catalogue or rules changed; returns how many rows changed."""
    catalogue = load_catalogue()
    changed = 0
    with store.writing() as connection:
        for slug in _engines(connection):
            stamp = f"{current(connection, slug)}:{catalogue.digest}:{FACTS_VERSION}:{TEXT_VERSION}"
            if _stamp(connection, slug) == stamp:
                continue
            tell(slug)
            written = _annotate_engine(connection, stored_engine(connection, slug), catalogue)
            if written:
                advance(connection)
                changed += written
            upsert(connection, tables.Meta, [{"key": f"facts:{slug}", "value": stamp}])
    return changed


def _engines(connection: Connection) -> list[str]:
    state = table_of(tables.SourceState)
    return sorted(connection.execute(select(state.c.engine).distinct()).scalars())


def _stamp(connection: Connection, slug: str) -> str | None:
    meta = table_of(tables.Meta)
    return connection.execute(select(meta.c.value).where(meta.c.key == f"facts:{slug}")).scalar_one_or_none()


def _annotate_engine(connection: Connection, engine: Engine, catalogue: Catalogue) -> int:
    """The stage as a pipeline: changes, membership, relations, then what the texts say."""
    main = next((row["sha"] for row in _rows(connection, tables.Branch, engine) if row["is_default"]), None)
    history = read_history(engine, _rows(connection, tables.Commit, engine), main)
    changes = history.changes
    add_pulls(engine, changes, _rows(connection, tables.Pull, engine))
    releases = _rows(connection, tables.Release, engine)
    items = {(row["tag"], row["position"]): row for row in _rows(connection, tables.NoteItem, engine)}
    citations = _rows(connection, tables.NoteItemPull, engine)
    cited = _cited(releases, citations)
    add_stubs(engine, changes, (row["number"] for row in citations))
    tags = {row["name"]: row["sha"] for row in _rows(connection, tables.Tag, engine)}
    stated = _rows(connection, tables.MembershipRecord, engine)
    membership = find_membership(engine, history, tags, cited, stated)
    relations = find_relations(history, changes.values())
    drafts = _change_rows(engine, changes, history, membership, relations)
    written = _write_texts(connection, engine, catalogue, drafts, _note_texts(items, citations))
    written += _write(connection, engine, tables.Member, _member_rows(engine, membership, changes))
    tagged = {row["name"]: row["tagged_at"] for row in _rows(connection, tables.Tag, engine)}
    written += _write(
        connection, engine, tables.ReleaseFact, _release_rows(engine, releases, tags, tagged, membership, changes)
    )
    return written


def _rows(connection: Connection, model: type[SQLModel], engine: Engine) -> list[Row]:
    table = table_of(model)
    return rows_of(connection, select(table).where(table.c.engine == engine.slug))


def _cited(releases: Iterable[Mapping[str, Any]], citations: Iterable[Mapping[str, Any]]) -> dict[str, list[str]]:
    cited: dict[str, list[str]] = {row["tag"]: [] for row in releases}
    for row in citations:
        if row["role"] == "pull":
            cited[row["tag"]].append(str(row["number"]))
    return cited


def _note_texts(
    items: Mapping[tuple[str, int], Mapping[str, Any]], citations: Iterable[Mapping[str, Any]]
) -> dict[str, list[str]]:
    texts: dict[str, list[str]] = defaultdict(list)
    for row in sorted(citations, key=lambda row: (row["tag"], row["position"])):
        if row["role"] == "pull":
            item = items[row["tag"], row["position"]]
            texts[str(row["number"])].append(f"{item['topic']}: {item['text']}" if item["topic"] else item["text"])
    return texts


def _change_rows(
    engine: Engine,
    changes: Mapping[str, DraftChange],
    history: History,
    membership: Membership,
    relations: Relations,
) -> list[Row]:
    rows = []
    for change in changes.values():
        held = membership.of(change.key)
        rows.append(
            {
                "engine": engine.slug,
                "key": change.key,
                "number": change.number,
                "sha": next((sha for sha in change.shas if sha in history.on_main), next(iter(change.shas), None)),
                "title": change.title,
                "body": change.body,
                "url": change.url,
                "author": change.author,
                "merged_at": change.merged_at,
                "paths": change.paths,
                "stub": change.stub,
                "carriers": len(change.shas),
                "first_release": held.first,
                "first_release_how": held.how,
                "first_prerelease": held.first_prerelease,
                "first_release_not_after": held.not_after if held.first is None else None,
                "reverts": relations.reverts.get(change.key),
                "reverted_by": relations.reverted_by.get(change.key),
                "backport_of": relations.backport_of.get(change.key),
            }
        )
    return rows


def _write_texts(
    connection: Connection,
    engine: Engine,
    catalogue: Catalogue,
    drafts: Sequence[Row],
    notes: Mapping[str, list[str]],
) -> int:
    """Facts from texts, derived again only where the texts, the catalogue or the rules differ from last time."""
    found = {(row["engine"], row["key"]): row for row in _rows(connection, tables.Change, engine)}
    facts: list[Row] = []
    stale: list[str] = []
    for row in drafts:
        texts = tuple(notes.get(row["key"], ()))
        row["text_hash"] = _text_hash(catalogue, row, texts)
        old = found.get((row["engine"], row["key"]))
        if old is not None and old["text_hash"] == row["text_hash"]:
            row["kind"], row["breaking"] = old["kind"], old["breaking"]
            continue
        drawn = [] if row["stub"] and not texts else text_facts(_change_text(engine, row, texts), catalogue)
        row["kind"] = next((fact.value for fact in drawn if fact.name == "kind"), None)
        row["breaking"] = any(fact.name == "breaking" for fact in drawn)
        facts += _fact_rows(engine, row["key"], drawn)
        if old is not None:
            stale.append(row["key"])
    written, removed = sync(connection, tables.Change, drafts, found)
    gone = {row["key"] for row in removed} | set(stale)
    _delete_facts(connection, engine, gone)
    upsert(connection, tables.Fact, facts)
    return len(written) + len(removed)


def _text_hash(catalogue: Catalogue, row: Row, notes: tuple[str, ...]) -> str:
    parts = [catalogue.digest, TEXT_VERSION, row["title"], row["body"], row["paths"], notes]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:32]


def _change_text(engine: Engine, row: Row, notes: tuple[str, ...]) -> ChangeText:
    return ChangeText(engine.slug, row["title"], row["body"], unpack_paths(row["paths"]), notes)


def _fact_rows(engine: Engine, key: str, drawn: Iterable[FactDraft]) -> list[Row]:
    places: dict[str, int] = defaultdict(int)
    rows = []
    for fact in drawn:
        rows.append(
            {"engine": engine.slug, "key": key, "name": fact.name, "place": places[fact.name], "value": fact.value,
             "span": fact.span, "where": fact.where, "confidence": fact.confidence, "detail": fact.detail}
        )  # fmt: skip
        places[fact.name] += 1
    return rows


def _delete_facts(connection: Connection, engine: Engine, keys: set[str]) -> None:
    table = table_of(tables.Fact)
    ordered = sorted(keys)
    for start in range(0, len(ordered), 500):
        part = ordered[start : start + 500]
        connection.execute(delete(table).where(table.c.engine == engine.slug, table.c.key.in_(part)))


def _member_rows(engine: Engine, membership: Membership, changes: Mapping[str, DraftChange]) -> list[Row]:
    return [
        {"engine": engine.slug, "tag": tag, "key": key, "sha": sha, "how": how, "new": new}
        for tag, members in membership.members.items()
        for key, (sha, how, new) in members.items()
        if key in changes
    ]


def _release_rows(
    engine: Engine,
    releases: Sequence[Mapping[str, Any]],
    tags: Mapping[str, str | None],
    tagged: Mapping[str, Any],
    membership: Membership,
    changes: Mapping[str, DraftChange],
) -> list[Row]:
    published = {row["tag"]: row["published_at"] for row in releases}
    rows = []
    for position, version in enumerate(in_order(engine, set(tags) | set(published))):
        tag = version.tag
        counted = membership.counted.get(tag, Counted())
        members = membership.members.get(tag, {})
        date = published.get(tag) or tagged.get(tag)
        rows.append(
            {
                "engine": engine.slug,
                "tag": tag,
                "position": position,
                "stable": version.stable,
                "sha": tags.get(tag),
                "previous": counted.previous,
                "bounded": counted.bounded,
                "commits": counted.commits,
                "contributors": counted.contributors,
                "new_contributors": counted.new_contributors,
                "pulls": sum(new and changes[key].number is not None for key, (_, _, new) in members.items()),
                "date": date,
                "date_from": ("published" if published.get(tag) else "tag") if date else None,
            }
        )
    return rows


def _write(connection: Connection, engine: Engine, model: type[SQLModel], rows: Sequence[Row]) -> int:
    keys = [column.name for column in table_of(model).primary_key]
    found = {tuple(row[key] for key in keys): row for row in _rows(connection, model, engine)}
    written, removed = sync(connection, model, rows, found)
    return len(written) + len(removed)
