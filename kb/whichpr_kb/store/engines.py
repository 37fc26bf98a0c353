"""The engines of a store: those of engines.yml, and whatever else was crawled as owner/name."""

from __future__ import annotations

from sqlalchemy import Connection, select

from whichpr_kb.engines import Engine, find_engine, known_engines
from whichpr_kb.errors import UnknownEngine
from whichpr_kb.store import tables
from whichpr_kb.store.upsert import table_of


def stored_engine(connection: Connection, slug: str) -> Engine:
    """The engine of a slug that has records."""
    known = known_engines().get(slug)
    if known is not None:
        return known
    row = table_of(tables.EngineRow)
    found = connection.execute(select(row).where(row.c.slug == slug)).mappings().one()
    return Engine(slug=slug, name=found["name"], repository=found["repository"])


def resolve_engine(connection: Connection, name: str) -> Engine:
    """The engine that a person names by slug, display name or repository; raises UnknownEngine with all known."""
    try:
        return find_engine(name)
    except UnknownEngine:
        row = table_of(tables.EngineRow)
        slugs = list(connection.execute(select(row.c.slug)).scalars())
        if name.lower() in slugs:
            return stored_engine(connection, name.lower())
        known = ", ".join(sorted({*slugs, *known_engines()}))
        raise UnknownEngine(f"unknown engine: {name!r}", f"Known engines: {known}.") from None
