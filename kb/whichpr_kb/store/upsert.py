"""Bulk writes: rows are inserted or, only where something differs, updated; the count of real changes comes back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from sqlalchemy import Connection, Table, and_, bindparam, delete, or_
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import SQLModel

Row = dict[str, Any]
# Columns that tell when and where a row was read: they follow a change of the others, and are none by themselves.
PROVENANCE = frozenset({"source", "origin", "fetched_at", "seen_at"})
_ROWS_A_STATEMENT = 1000


def table_of(model: type[SQLModel]) -> Table:
    """The SQLAlchemy table of a model."""
    table = model.__table__  # type: ignore[attr-defined]
    assert isinstance(table, Table)
    return table


def upsert(
    connection: Connection,
    model: type[SQLModel],
    rows: Iterable[Row],
    *,
    replace: bool = True,
    only_own: bool = False,
) -> int:
    """Writes rows by primary key and returns how many were new or different.

    With ``replace=False`` a row that is there is left as it is, with ``only_own`` one of another source is. All rows
    must have the same keys; of rows with the same primary key the last one counts.
    """
    changed = 0
    for chunk in batched(rows, _ROWS_A_STATEMENT):
        table = table_of(model)
        statement = _statement(connection.dialect.name, table, tuple(chunk[0]), replace, only_own)
        if connection.dialect.name == "postgresql":  # tells no row count of many rows, and refuses a key twice
            keys = list(table.primary_key)
            unique = {tuple(row[key.name] for key in keys): row for row in chunk}
            changed += len(connection.execute(statement.returning(keys[0]), list(unique.values())).all())
        else:
            changed += connection.execute(statement, chunk).rowcount
    return changed


def _statement(dialect_name: str, table: Table, names: tuple[str, ...], replace: bool, only_own: bool) -> Any:
    dialect = postgresql if dialect_name == "postgresql" else sqlite
    keys = [column.name for column in table.primary_key]
    statement = dialect.insert(table)
    values = [name for name in names if name not in keys]
    watched = [name for name in values if name not in PROVENANCE]
    if not replace or not values:
        return statement.on_conflict_do_nothing(index_elements=keys)
    differs = or_(*(table.c[name].is_distinct_from(statement.excluded[name]) for name in watched or values))
    return statement.on_conflict_do_update(
        index_elements=keys,
        set_={name: statement.excluded[name] for name in values},
        where=and_(differs, table.c.source == statement.excluded.source) if only_own else differs,
    )


def remove(connection: Connection, model: type[SQLModel], rows: Sequence[Row]) -> int:
    """Deletes rows by primary key (other columns of the rows are not looked at) and returns how many went."""
    if not rows:
        return 0
    table = table_of(model)
    keys = [column.name for column in table.primary_key]
    condition = and_(*(table.c[key] == bindparam(f"old_{key}") for key in keys))
    connection.execute(delete(table).where(condition), [{f"old_{key}": row[key] for key in keys} for row in rows])
    return len(rows)


def sync(
    connection: Connection,
    model: type[SQLModel],
    wanted: Sequence[Row],
    found: dict[tuple[Any, ...], Row],
) -> tuple[list[Row], list[Row]]:
    """Makes the rows ``found`` (by primary key, whole rows) equal to ``wanted``; returns (written, removed).

    Comparing in memory and writing only the difference keeps a derivation that changes little from writing much.
    """
    keys = [column.name for column in table_of(model).primary_key]
    by_key = {tuple(row[key] for key in keys): row for row in wanted}
    written = [row for key, row in by_key.items() if found.get(key) != row]
    removed = [row for key, row in found.items() if key not in by_key]
    remove(connection, model, removed)
    upsert(connection, model, written)
    return written, removed


def batched(rows: Iterable[Row], size: int) -> Iterator[list[Row]]:
    """The rows in lists of at most ``size``."""
    source = iter(rows)
    while chunk := list(islice(source, size)):
        yield chunk
