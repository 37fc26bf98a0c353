"""What the store holds, how fresh each source is, and the state of the index."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, func, select

from whichpr_kb.index.documents import iso
from whichpr_kb.index.whoosh_index import WhooshIndex
from whichpr_kb.store import tables
from whichpr_kb.store.generation import current
from whichpr_kb.store.upsert import table_of

STALE_AFTER = timedelta(days=8)  # a weekly crawl, and a day's grace


def status(connection: Connection, index_dir: Path, now: datetime) -> dict[str, Any]:
    """The contract's JSON of ``status``. A source is stale when it was not read to its end for eight days."""
    return {
        "engines": [_engine(connection, slug) for slug in _slugs(connection)],
        "sources": _sources(connection, now),
        "index": _index(connection, index_dir),
    }


def _slugs(connection: Connection) -> list[str]:
    row = table_of(tables.EngineRow)
    return list(connection.execute(select(row.c.slug).order_by(row.c.slug)).scalars())


def _engine(connection: Connection, slug: str) -> dict[str, Any]:
    change, tag, release = table_of(tables.Change), table_of(tables.Tag), table_of(tables.Release)

    def count(table: Any, *conditions: Any) -> int:
        query = select(func.count()).select_from(table).where(table.c.engine == slug, *conditions)
        return int(connection.execute(query).scalar_one())

    real = change.c.stub.is_(False)
    unnumbered = connection.execute(
        select(func.sum(change.c.carriers)).where(change.c.engine == slug, real, change.c.number.is_(None))
    ).scalar()
    newest = connection.execute(select(func.max(change.c.merged_at)).where(change.c.engine == slug, real)).scalar()
    return {
        "engine": slug,
        "prs": count(change, real, change.c.number.is_not(None)),
        "commits_without_pr": int(unnumbered or 0),
        "tags": count(tag),
        "releases": count(release),
        "cited_only": count(change, change.c.stub.is_(True)),
        "newest_change": iso(newest),
    }


def _sources(connection: Connection, now: datetime) -> list[dict[str, Any]]:
    state = table_of(tables.SourceState)
    query = select(state).order_by(state.c.engine, state.c.source, state.c.key)
    return [
        {
            "name": row["source"],
            "engine": row["engine"],
            "origin": row["key"],
            "checked_at": iso(row["checked_at"]),
            "changed_at": iso(row["changed_at"]),
            "complete": row["complete"],
            "stale": row["checked_at"] is None or now - row["checked_at"] > STALE_AFTER,
        }
        for row in connection.execute(query).mappings()
    ]


def _index(connection: Connection, index_dir: Path) -> dict[str, Any]:
    stamp = WhooshIndex(index_dir).stamp()
    generation = current(connection)
    return {
        "generation": stamp.generation if stamp else None,
        "documents": stamp.documents if stamp else 0,
        "stale": stamp is None or stamp.generation != generation,
        "store_generation": generation,
    }
