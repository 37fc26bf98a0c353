"""The store's generation: a counter that advances with every transaction that changes a row.

The index is stamped with the generation it was built from. Reading it needs no SQLModel, so that a search starts fast.
"""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from whichpr_kb.settings import Settings

if TYPE_CHECKING:
    from sqlalchemy import Connection


def advance(connection: Connection, *engines: str) -> None:
    """Counts the store one up, and the records of the named engines, in the caller's transaction."""
    from sqlalchemy import text

    statement = text(
        "INSERT INTO meta (key, value) VALUES (:key, '1') ON CONFLICT (key) "
        "DO UPDATE SET value = CAST(CAST(meta.value AS INTEGER) + 1 AS TEXT)"
    )
    connection.execute(statement, [{"key": key} for key in ("generation", *(f"generation:{e}" for e in engines))])


def current(connection: Connection, engine: str | None = None) -> int:
    """The generation of the store, or of one engine's records, within a transaction; 0 when there is nothing."""
    from sqlalchemy import text

    key = f"generation:{engine}" if engine else "generation"
    value = connection.execute(text("SELECT value FROM meta WHERE key = :key"), {"key": key}).scalar_one_or_none()
    return int(value) if value is not None else 0


def peek(settings: Settings) -> int | None:
    """The generation, read with the bare driver; None when the store cannot be asked now."""
    if settings.database_url is None:
        return _peek_file(settings)
    return _peek_server(settings)


_QUERY = "SELECT value FROM meta WHERE key = 'generation'"


def _peek_file(settings: Settings) -> int | None:
    path = settings.home / "kb.sqlite"
    if not path.is_file():
        return None
    try:
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=1)
        try:
            found = connection.execute(_QUERY).fetchone()
        finally:
            connection.close()
    except sqlite3.Error:
        return None
    return int(found[0]) if found else 0


def _peek_server(settings: Settings) -> int | None:
    from sqlalchemy import create_engine, text
    from sqlalchemy.exc import SQLAlchemyError

    try:
        engine = create_engine(settings.url)
        with engine.connect() as connection:
            value = connection.execute(text(_QUERY)).scalar_one_or_none()
        engine.dispose()
    except (SQLAlchemyError, ImportError):
        return None
    return int(value) if value is not None else 0
