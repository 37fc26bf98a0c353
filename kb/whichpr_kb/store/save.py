"""One batch of records into the store, in the caller's transaction. Knows the database and no network."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, delete, select
from sqlmodel import SQLModel

from whichpr_kb.engines import Engine
from whichpr_kb.notes import PARSER_VERSION, Notes, parse_notes
from whichpr_kb.records import (
    Batch,
    BranchRecord,
    CommitRecord,
    MembershipRecord,
    Provenance,
    PullRecord,
    ReleaseRecord,
    TagRecord,
)
from whichpr_kb.store import tables
from whichpr_kb.store.generation import advance
from whichpr_kb.store.upsert import Row, table_of, upsert


@dataclass(slots=True)
class Saved:
    """What a batch did: how many rows were new or different."""

    changed: int = 0


def save_batch(connection: Connection, engine: Engine, batch: Batch) -> Saved:
    """Stores a batch and the source's cursor; the store's generation advances only when a row really changed."""
    saved = Saved()
    row = {"slug": engine.slug, "name": engine.name, "repository": engine.repository}
    upsert(connection, tables.EngineRow, [row])
    by_type: dict[type[Any], list[Any]] = {}
    for record in batch.records:
        by_type.setdefault(type(record), []).append(record)
    for kind, records in by_type.items():
        if kind is ReleaseRecord:
            for record in records:
                if not (batch.fallback and _known_from_elsewhere(connection, engine, record, batch.provenance)):
                    saved.changed += _save_release(connection, engine, record, batch.provenance)
        else:
            model, to_row = _PLAIN[kind]
            rows = [_sourced(to_row(record), engine, batch.provenance) for record in records]
            saved.changed += upsert(connection, model, rows, only_own=batch.fallback)
    if saved.changed:
        advance(connection, engine.slug)
    _save_state(connection, batch, saved.changed > 0)
    return saved


def _known_from_elsewhere(
    connection: Connection, engine: Engine, record: ReleaseRecord, provenance: Provenance
) -> bool:
    release = table_of(tables.Release)
    found = connection.execute(
        select(release.c.source).where(release.c.engine == engine.slug, release.c.tag == record.tag)
    ).scalar_one_or_none()
    return found is not None and found != provenance.source


def clean(text: str) -> str:
    """Text that every database takes: no NUL, no lone surrogate."""
    if "\x00" in text:
        text = text.replace("\x00", "")
    return text.encode("utf-8", "replace").decode("utf-8") if not text.isascii() else text


def pack_paths(paths: tuple[tuple[str, str], ...]) -> str:
    """Touched paths as stored: lines of "letter TAB path"."""
    return clean("\n".join(f"{status}\t{path}" for status, path in paths))


def unpack_paths(packed: str) -> tuple[tuple[str, str], ...]:
    """The touched paths of a stored row, as (status letter, path)."""
    pairs = (line.partition("\t") for line in packed.split("\n") if line)
    return tuple((status, path) for status, _, path in pairs)


def _sourced(row: Row, engine: Engine, provenance: Provenance) -> Row:
    return {
        **row,
        "engine": engine.slug,
        "source": provenance.source,
        "origin": provenance.origin,
        "fetched_at": provenance.fetched_at,
    }


def _tag(record: TagRecord) -> Row:
    return {"name": record.name, "sha": record.sha, "tagged_at": record.tagged_at}


def _branch(record: BranchRecord) -> Row:
    return {"name": record.name, "sha": record.sha, "is_default": record.is_default}


def _commit(record: CommitRecord) -> Row:
    return {
        "sha": record.sha,
        "parents": " ".join(record.parents),
        "subject": clean(record.subject),
        "body": clean(record.body),
        "author": clean(record.author),
        "authored_at": record.authored_at,
        "committed_at": record.committed_at,
        "paths": pack_paths(record.paths),
    }


def _pull(record: PullRecord) -> Row:
    return {
        "number": record.number,
        "title": clean(record.title),
        "body": clean(record.body),
        "url": record.url,
        "author": record.author,
        "merged_at": record.merged_at,
        "base": record.base,
        "labels": "\n".join(record.labels),
        "merge_sha": record.merge_sha,
        "paths": pack_paths(record.paths),
    }


def _membership(record: MembershipRecord) -> Row:
    return {"tag": record.tag, "number": record.number, "how": record.how, "sha": record.sha}


_PLAIN: dict[type[Any], tuple[type[SQLModel], Callable[[Any], Row]]] = {
    TagRecord: (tables.Tag, _tag),
    BranchRecord: (tables.Branch, _branch),
    CommitRecord: (tables.Commit, _commit),
    PullRecord: (tables.Pull, _pull),
    MembershipRecord: (tables.MembershipRecord, _membership),
}


def _save_release(connection: Connection, engine: Engine, record: ReleaseRecord, provenance: Provenance) -> int:
    body = clean(record.body)
    digest = hashlib.sha256(body.encode()).hexdigest()
    release = table_of(tables.Release)
    old = connection.execute(
        select(release.c.body, release.c.body_sha256, release.c.fetched_at, release.c.notes_parser).where(
            release.c.engine == engine.slug, release.c.tag == record.tag
        )
    ).one_or_none()
    notes = None
    if old is None or old.body_sha256 != digest or old.notes_parser != PARSER_VERSION:
        notes = parse_notes(body, engine.repository)
    if old is not None and old.body_sha256 != digest:
        _keep_old_text(connection, engine, record.tag, old.body, old.body_sha256, old.fetched_at)
    row = {
        "tag": record.tag,
        "name": clean(record.name),
        "url": record.url,
        "body": body,
        "body_sha256": digest,
        "notes_parser": PARSER_VERSION,
        "published_at": record.published_at,
        "published_precision": record.published_precision,
        "prerelease": record.prerelease,
        "complete": record.complete,
    }
    if notes is not None:
        row |= {
            "stated_commits": notes.stated_commits,
            "stated_contributors": notes.stated_contributors or record.stated_contributors,
            "stated_new_contributors": notes.stated_new_contributors or record.stated_new_contributors,
        }
    changed = upsert(connection, tables.Release, [_sourced(row, engine, provenance)])
    if notes is not None:
        _save_items(connection, engine.slug, record.tag, notes)
    return changed


def _keep_old_text(connection: Connection, engine: Engine, tag: str, body: str, digest: str, seen_at: datetime) -> None:
    row = {"engine": engine.slug, "tag": tag, "body_sha256": digest, "body": body, "seen_at": seen_at}
    upsert(connection, tables.ReleaseHistory, [row], replace=False)


def _save_items(connection: Connection, engine: str, tag: str, notes: Notes) -> None:
    for model in (tables.NoteItemPull, tables.NoteItem):
        table = table_of(model)
        connection.execute(delete(table).where(table.c.engine == engine, table.c.tag == tag))
    items: list[Row] = []
    pulls: list[Row] = []
    for item in notes.items:
        key = {"engine": engine, "tag": tag, "position": item.position}
        items.append(
            {**key, "bullet": item.bullet, "section": "\n".join(item.section), "topic": item.topic,
             "text": item.text, "author": item.author}
        )  # fmt: skip
        named = [(number, "pull") for number in item.pulls] + [(number, "mention") for number in item.mentions]
        pulls += [{**key, "number": n, "role": role, "place": place} for place, (n, role) in enumerate(named)]
    upsert(connection, tables.NoteItem, items)
    upsert(connection, tables.NoteItemPull, pulls)


def _save_state(connection: Connection, batch: Batch, changed: bool) -> None:
    state = table_of(tables.SourceState)
    key = {"engine": batch.engine, "source": batch.provenance.source, "key": batch.key}
    old = connection.execute(select(state).filter_by(**key)).mappings().one_or_none()
    row: Row = dict(old) if old else {**key, "cursor": "{}", "complete": False, "checked_at": None, "changed_at": None}
    if batch.cursor is not None:
        row["cursor"] = json.dumps(batch.cursor, sort_keys=True)
    row["complete"] = batch.last
    if batch.last:
        row["checked_at"] = batch.provenance.fetched_at
    if changed:
        row["changed_at"] = batch.provenance.fetched_at
    upsert(connection, tables.SourceState, [row])
