"""Rows as plain dictionaries."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Select

Row = dict[str, Any]


def rows_of(connection: Connection, query: Select[Any]) -> list[Row]:
    """Every row of a query by column name."""
    return [dict(row) for row in connection.execute(query).mappings()]
