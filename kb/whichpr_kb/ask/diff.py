"""What changed between two releases of an engine: breaking first, reverts cancelled, back-ports once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, select

from whichpr_kb.ask.show import release_row
from whichpr_kb.errors import UsageError
from whichpr_kb.index.base import KINDS, Facets
from whichpr_kb.index.documents import facts_of, iso, with_parents
from whichpr_kb.store import tables
from whichpr_kb.store.read import Row, rows_of
from whichpr_kb.store.upsert import table_of


def diff(connection: Connection, engine: str, older: str, newer: str, facets: Facets) -> dict[str, Any]:
    """The contract's JSON: every change whose first release lies after ``older`` and not after ``newer``.

    A change and its revert that both lie between the two cancel out. Raises NotFound for an unknown release and
    UsageError when ``older`` is not the older one.
    """
    start, end = release_row(connection, engine, older), release_row(connection, engine, newer)
    if start["position"] >= end["position"]:
        raise UsageError(f"{start['tag']} is not older than {end['tag']}", "Name the older release first.")
    rows = _between(connection, engine, start["position"], end["position"])
    keys = {row["key"] for row in rows}
    undone = {row["key"] for row in rows if row["reverted_by"] in keys}
    undone |= {row["reverted_by"] for row in rows if row["key"] in undone}
    facts = facts_of(connection, engine)
    items = [_item(row, facts.get(row["key"], {})) for row in rows if row["key"] not in undone]
    items = [item for item in items if _matches(item, facets)]
    items.sort(key=_order)
    return {"engine": engine, "from": start["tag"], "to": end["tag"], "items": items, "cancelled": len(undone)}


def _between(connection: Connection, engine: str, start: int, end: int) -> list[Row]:
    change, fact = table_of(tables.Change), table_of(tables.ReleaseFact)
    joined = change.join(fact, (change.c.engine == fact.c.engine) & (change.c.first_release == fact.c.tag))
    query = (
        select(change)
        .select_from(joined)
        .where(change.c.engine == engine, fact.c.position > start, fact.c.position <= end, change.c.stub.is_(False))
    )
    return rows_of(connection, query)


def _item(row: Mapping[str, Any], facts: Mapping[str, list[str]]) -> dict[str, Any]:
    return {
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
        "models": facts.get("models", []),
        "features": facts.get("features", []),
        "hardware": facts.get("hardware", []),
        "score": None,
        "why": [row["title"]],
        "breaking": row["breaking"],
    }


def _matches(item: Mapping[str, Any], facets: Facets) -> bool:
    families = with_parents(item)
    named = ((facets.model, "model"), (facets.feature, "feature"), (facets.hardware, "hardware"))
    kinds = {item["kind"], "breaking"} if item["breaking"] else {item["kind"]}
    merged = item["merged_at"] or ""
    return (
        all(value is None or value in families[kind] for value, kind in named)
        and (facets.kind is None or facets.kind in kinds)
        and (facets.release is None or facets.release == item["first_release"])
        and (facets.since is None or merged >= facets.since)
        and (facets.until is None or merged < facets.until)
    )


def _order(item: Mapping[str, Any]) -> tuple[bool, int, str, int]:
    kind = KINDS.index(item["kind"]) if item["kind"] in KINDS else len(KINDS)
    return (not item["breaking"], kind, item["merged_at"] or "", item["pr"] or 0)
