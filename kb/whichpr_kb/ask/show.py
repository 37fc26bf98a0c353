"""One pull request or one release, with everything known of it."""

from __future__ import annotations

import json
import re
from typing import Any

from sqlalchemy import Connection, select

from whichpr_kb.errors import NotFound, UsageError
from whichpr_kb.index.documents import iso, with_topic
from whichpr_kb.store import tables
from whichpr_kb.store.engines import resolve_engine, stored_engine
from whichpr_kb.store.read import Row, rows_of
from whichpr_kb.store.upsert import table_of

_PULL = re.compile(r"([\w./-]+)#(\d{1,9})")
_OTHER = re.compile(r"([\w./-]+)@(\S+)")
_SHA = re.compile(r"[0-9a-f]{7,40}")
_PLURAL = {"model": "models", "feature": "features", "hardware": "hardware"}


def parse_reference(connection: Connection, text: str) -> tuple[str, str, bool]:
    """``vllm#50458`` to (engine, key, False), ``vllm@v0.27.0`` to (engine, tag, True), ``ollama@<sha>`` to a key.

    Raises UsageError for anything else.
    """
    pull = _PULL.fullmatch(text)
    if pull:
        return resolve_engine(connection, pull.group(1)).slug, str(int(pull.group(2))), False
    other = _OTHER.fullmatch(text)
    if other:
        return resolve_engine(connection, other.group(1)).slug, other.group(2), not _SHA.fullmatch(other.group(2))
    raise UsageError(f"{text!r} names neither a pull request nor a release", "Write vllm#50458 or vllm@v0.27.0.")


def change_row(connection: Connection, engine: str, key: str) -> Row:
    """The change of that key (a sha may be shortened); raises NotFound."""
    change = table_of(tables.Change)
    exact = change.c.key == key if key.isdigit() else change.c.key.startswith(key, autoescape=True)
    found = rows_of(connection, select(change).where(change.c.engine == engine, exact).limit(2))
    if len(found) == 1:
        return found[0]
    what = f"{engine}#{key}" if key.isdigit() else f"{engine}@{key}"
    if found:
        raise UsageError(f"{what} names several commits", "Give more characters of the sha.")
    raise NotFound(f"the knowledge base does not know {what}", _hint(connection, engine))


def _hint(connection: Connection, engine: str) -> str:
    change = table_of(tables.Change)
    newest = connection.execute(
        select(change.c.merged_at).where(change.c.engine == engine, change.c.merged_at.is_not(None))
        .order_by(change.c.merged_at.desc()).limit(1)
    ).scalar_one_or_none()  # fmt: skip
    if newest is None:
        return f"It holds nothing of {engine}: run whichpr crawl {engine}."
    return f"It knows {engine} up to {newest:%Y-%m-%d}: run whichpr crawl {engine} for what is newer."


def show_change(connection: Connection, engine: str, key: str) -> dict[str, Any]:
    """The contract's JSON of one pull request or commit."""
    row = change_row(connection, engine, key)
    facts = _facts(connection, engine, row["key"])
    notes = _notes(connection, engine, row["number"])
    return {
        "engine": engine,
        "pr": row["number"],
        "sha": row["sha"],
        "release": None,
        "section": None,
        "title": row["title"],
        "url": row["url"],
        "merged_at": iso(row["merged_at"]),
        "first_release": row["first_release"],
        "kind": row["kind"],
        **{plural: [fact["value"] for fact in facts if fact["name"] == name] for name, plural in _PLURAL.items()},
        "score": None,
        "why": [row["title"], *(f"{note['release']}: {note['text']}" for note in notes)],
        "author": row["author"],
        "stub": row["stub"],
        "body": row["body"],
        "releases": [],
        "first_release_how": row["first_release_how"],
        "first_release_not_after": row["first_release_not_after"],
        "reverts": row["reverts"],
        "reverted_by": row["reverted_by"],
        "backport_of": row["backport_of"],
        "figures": [{**json.loads(fact["detail"]), "span": fact["span"]} for fact in facts if fact["name"] == "figure"],
        "breaking": row["breaking"],
        "breaking_what": [fact["span"] for fact in facts if fact["name"] == "breaking"],
        "notes": notes,
        "paths": [line.split("\t", 1)[1] for line in row["paths"].split("\n") if "\t" in line],
    }


def _facts(connection: Connection, engine: str, key: str) -> list[Row]:
    fact = table_of(tables.Fact)
    query = select(fact).where(fact.c.engine == engine, fact.c.key == key).order_by(fact.c.name, fact.c.place)
    return rows_of(connection, query)


def _notes(connection: Connection, engine: str, number: int | None) -> list[dict[str, str]]:
    if number is None:
        return []
    item, cited = table_of(tables.NoteItem), table_of(tables.NoteItemPull)
    joined = item.join(
        cited,
        (item.c.engine == cited.c.engine) & (item.c.tag == cited.c.tag) & (item.c.position == cited.c.position),
    )
    query = (
        select(item.c.tag, item.c.section, item.c.topic, item.c.text)
        .select_from(joined)
        .where(cited.c.engine == engine, cited.c.number == number, cited.c.role == "pull")
        .order_by(item.c.tag, item.c.position)
    )
    return [
        {"release": row.tag, "section": row.section.replace("\n", " › "), "text": with_topic(row.topic, row.text)}
        for row in connection.execute(query)
    ]


def release_row(connection: Connection, engine: str, tag: str) -> Row:
    """What is known of a release; raises NotFound with the nearest tags."""
    fact, release = table_of(tables.ReleaseFact), table_of(tables.Release)
    joined = fact.outerjoin(release, (fact.c.engine == release.c.engine) & (fact.c.tag == release.c.tag))
    query = (
        select(fact, release.c.name, release.c.url, release.c.prerelease, release.c.complete, release.c.stated_commits,
               release.c.stated_contributors, release.c.stated_new_contributors, release.c.published_precision)
        .select_from(joined)
        .where(fact.c.engine == engine)
    )  # fmt: skip
    for name in (tag, f"v{tag}"):
        found = rows_of(connection, query.where(fact.c.tag == name))
        if found:
            return found[0]
    raise NotFound(f"the knowledge base does not know the release {engine} {tag}", _near_tags(connection, engine, tag))


def _near_tags(connection: Connection, engine: str, tag: str) -> str:
    import difflib

    fact = table_of(tables.ReleaseFact)
    query = select(fact.c.tag).where(fact.c.engine == engine).order_by(fact.c.position)
    tags = list(connection.execute(query).scalars())
    if not tags:
        return f"It holds no release of {engine}: run whichpr crawl {engine}."
    close = difflib.get_close_matches(tag, tags, n=3, cutoff=0.6)
    newest = f"The newest known is {tags[-1]}."
    return f"Near it: {', '.join(close)}. {newest}" if close else newest


def show_release(connection: Connection, engine: str, tag: str) -> dict[str, Any]:
    """One release: what is counted, what its project states, its notes and the changes it is first to hold."""
    row = release_row(connection, engine, tag)
    tag = row["tag"]
    member, change, item = table_of(tables.Member), table_of(tables.Change), table_of(tables.NoteItem)
    joined = member.join(change, (member.c.engine == change.c.engine) & (member.c.key == change.c.key))
    changes = connection.execute(
        select(change.c.number, change.c.sha, change.c.title, change.c.kind, change.c.breaking, change.c.url)
        .select_from(joined)
        .where(member.c.engine == engine, member.c.tag == tag, member.c.new.is_(True))
        .order_by(change.c.merged_at, change.c.key)
    ).mappings()
    items = connection.execute(select(item).where(item.c.engine == engine, item.c.tag == tag).order_by(item.c.position))
    return {
        "engine": engine,
        "tag": tag,
        "url": row["url"] or stored_engine(connection, engine).release_url(tag),
        "published_at": iso(row["date"]),
        "date_from": row["date_from"],
        "stable": row["stable"],
        "prerelease": row["prerelease"],
        "previous": row["previous"],
        "commits": row["commits"],
        "contributors": row["contributors"],
        "new_contributors": row["new_contributors"],
        "pulls": row["pulls"],
        "stated": {
            "commits": row["stated_commits"],
            "contributors": row["stated_contributors"],
            "new_contributors": row["stated_new_contributors"],
        },
        "notes": [
            {"section": found.section.replace("\n", " › "), "text": with_topic(found.topic, found.text)}
            for found in items
        ],
        "changes": [dict(found) for found in changes],
    }
