"""Every release that holds a pull request, found by walking the graph from each tag."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, select

from whichpr_kb.annotate.changes import read_history
from whichpr_kb.ask.show import change_row
from whichpr_kb.engines import Engine
from whichpr_kb.index.documents import iso
from whichpr_kb.store import tables
from whichpr_kb.store.engines import stored_engine
from whichpr_kb.store.upsert import table_of
from whichpr_kb.versions import in_order

Holding = dict[str, Any]


def released(connection: Connection, engine: str, key: str) -> dict[str, Any]:
    """The contract's JSON of ``released``: stable releases only, the first one first; NotFound for an unknown key."""
    change = change_row(connection, engine, key)
    holders = _by_graph(connection, stored_engine(connection, engine), change["key"])
    known = {holder["tag"] for holder in holders}
    holders += [holder for holder in _by_records(connection, engine, change["key"]) if holder["tag"] not in known]
    return {
        "engine": engine,
        "pr": change["number"],
        "first_release": change["first_release"],
        "first_prerelease": change["first_prerelease"],
        "first_release_not_after": change["first_release_not_after"],
        "releases": _finish(connection, engine, change, holders),
        "reverted_by": change["reverted_by"],
        "reverted_in": _release_of(connection, engine, change["reverted_by"]),
    }


def _by_graph(connection: Connection, engine: Engine, key: str) -> list[Holding]:
    tag, branch, commit = table_of(tables.Tag), table_of(tables.Branch), table_of(tables.Commit)
    tagged = select(tag.c.name, tag.c.sha).where(tag.c.engine == engine.slug, tag.c.sha.is_not(None))
    tags = {row.name: row.sha for row in connection.execute(tagged)}
    main = connection.execute(
        select(branch.c.sha).where(branch.c.engine == engine.slug, branch.c.is_default.is_(True))
    ).scalar_one_or_none()
    commits = connection.execute(
        select(
            commit.c.sha, commit.c.parents, commit.c.subject, commit.c.body, commit.c.author, commit.c.authored_at,
            commit.c.committed_at,
        ).where(commit.c.engine == engine.slug)
    ).mappings().all()  # fmt: skip
    history = read_history(engine, [{**row, "paths": ""} for row in commits], main)
    if key not in history.changes:
        return []
    carriers = sorted(history.changes[key].shas, key=lambda sha: sha not in history.on_main)
    carried = history.graph.carried(carriers)
    return [
        {"tag": version.tag, "how": "main" if sha in history.on_main else "cherry-pick", "sha": sha}
        for version in in_order(engine, tags)
        if version.stable and (sha := carried.get(tags[version.tag])) is not None
    ]


def _by_records(connection: Connection, engine: str, key: str) -> list[Holding]:
    """What sources without a graph state, and what only notes say."""
    member, stated = table_of(tables.Member), table_of(tables.MembershipRecord)
    rows: list[Any] = []
    if key.isdigit():
        rows += connection.execute(
            select(stated.c.tag, stated.c.how, stated.c.sha).where(
                stated.c.engine == engine, stated.c.number == int(key)
            )
        ).all()
    rows += connection.execute(
        select(member.c.tag, member.c.how, member.c.sha).where(
            member.c.engine == engine, member.c.key == key, member.c.how == "notes"
        )
    ).all()
    found = {row.tag: {"tag": row.tag, "how": row.how, "sha": row.sha} for row in reversed(rows)}
    return list(found.values())


def _finish(connection: Connection, engine: str, change: Mapping[str, Any], holders: list[Holding]) -> list[Holding]:
    fact, release = table_of(tables.ReleaseFact), table_of(tables.Release)
    query = (
        select(fact.c.tag, fact.c.position, fact.c.date, fact.c.stable, release.c.prerelease)
        .select_from(fact.outerjoin(release, (fact.c.engine == release.c.engine) & (fact.c.tag == release.c.tag)))
        .where(fact.c.engine == engine)
    )
    facts = {row.tag: row for row in connection.execute(query)}
    first = facts[change["first_release"]].position if change["first_release"] in facts else None
    done = []
    for holder in sorted((h for h in holders if h["tag"] in facts), key=lambda h: facts[h["tag"]].position):
        row = facts[holder["tag"]]
        if not row.stable or (first is not None and row.position < first):
            continue
        done.append(
            {"tag": holder["tag"], "published_at": iso(row.date), "prerelease": row.prerelease, "how": holder["how"],
             "sha": holder["sha"]}
        )  # fmt: skip
    return done


def _release_of(connection: Connection, engine: str, key: str | None) -> str | None:
    if key is None:
        return None
    change = table_of(tables.Change)
    return connection.execute(
        select(change.c.first_release).where(change.c.engine == engine, change.c.key == key)
    ).scalar_one_or_none()
