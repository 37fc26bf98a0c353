"""A small knowledge base, written row by row: two engines, notes, hostile titles, a revert, a stub."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from whichpr_kb.settings import load_settings
from whichpr_kb.store import tables
from whichpr_kb.store.database import Store, open_store
from whichpr_kb.store.upsert import upsert
from whichpr_site.article import Article
from whichpr_site.compose.release import compose_release

NOW = datetime(2026, 12, 1, 9, 30, tzinfo=UTC)
HOSTILE = "Add <script>alert(1)</script> [x](javascript:alert(1)) **bold** https://evil.example (#4321)"


def day(month: int, number: int) -> datetime:
    return datetime(2026, month, number, 12, tzinfo=UTC)


def change(engine: str, number: int, title: str, kind: str | None, **given: Any) -> dict[str, Any]:
    repository = {"vllm": "vllm-project/vllm", "ollama": "ollama/ollama"}[engine]
    return {
        "engine": engine, "key": str(number), "number": number, "sha": f"{number:040x}", "title": title, "body": "",
        "url": f"https://github.com/{repository}/pull/{number}", "author": "someone", "merged_at": day(7, 10),
        "paths": "M\tvllm/engine.py", "stub": False, "carriers": 1, "kind": kind, "breaking": False,
        "first_release": "v1.1.0", "first_release_how": "main", "first_prerelease": None,
        "first_release_not_after": None, "reverts": None, "reverted_by": None, "backport_of": None, "text_hash": "",
        **given,
    }  # fmt: skip


CHANGES = [
    change("vllm", 1, "Add the old thing", "feature", first_release="v1.0.0", merged_at=day(6, 20)),
    change("vllm", 10, HOSTILE, "feature", body="<b>body</b>\njavascript:alert(2)"),
    change("vllm", 11, "[Perf] Faster `topk`, 448 MiB saved", "performance"),
    change("vllm", 12, "[Bugfix] Fix a crash", "bugfix"),
    change("vllm", 13, "Support another_thing", "feature", url="javascript:alert(3)"),
    change("vllm", 14, "Remove `--old-flag`", "breaking", breaking=True),
    change("vllm", 15, "Add a mistake", "feature", reverted_by="16"),
    change("vllm", 16, 'Revert "Add a mistake" (#15)', "revert", reverts="15"),
    change("vllm", 17, "[CI] Faster builds", "ci"),
    change("vllm", 20, "Add Kimi K3 tools", "feature", first_release="v1.2.0", merged_at=day(8, 1)),
    change("vllm", 21, "Kimi K3 cache", "feature", first_release="v1.2.0", merged_at=day(8, 1)),
    change("vllm", 22, "Kimi K3 kernels", "performance", first_release="v1.2.0", merged_at=day(8, 1)),
    change("vllm", 23, "Fix Kimi K3", "bugfix", first_release="v1.2.0", merged_at=day(8, 1)),
    change("vllm", 99, "", None, stub=True, sha=None, carriers=0, merged_at=None, first_release=None),
    change("ollama", 5, "llm: faster", "performance", first_release="v0.5.0"),
]
FACTS = [
    ("vllm", "10", "model", "Kimi K3", "Kimi K3", {}),
    ("vllm", "11", "figure", "448 MiB", "448 MiB saved",
     {"metric": "memory", "value": 448.0, "unit": "MiB", "direction": "down"}),
    ("vllm", "14", "breaking", "removed", "Remove `--old-flag`", {"act": "removed"}),
    ("vllm", "20", "model", "Kimi K3", "Kimi K3", {}),
    ("vllm", "21", "model", "Kimi K3", "Kimi K3", {}),
    ("vllm", "22", "model", "Kimi K3", "Kimi K3", {}),
]  # fmt: skip
MEMBERS = {
    ("vllm", "v1.0.0"): [1],
    ("vllm", "v1.1.0"): [10, 11, 12, 13, 14, 15, 16, 17],
    ("vllm", "v1.2.0"): [20, 21, 22, 23],
    ("ollama", "v0.5.0"): [5],
}
# engine, tag, position, previous, (commits, contributors, new), date
RELEASES = [
    ("vllm", "v1.0.0", 0, None, (1, 1, 1), day(7, 1)),
    ("vllm", "v1.1.0", 1, "v1.0.0", (9, 3, 2), day(7, 15)),
    ("vllm", "v1.2.0", 2, "v1.1.0", (4, 2, 0), day(8, 2)),
    ("ollama", "v0.5.0", 0, None, (1, 1, 1), day(7, 12)),
]
# engine, tag, bullet, section, topic, text, numbers
NOTES = [
    ("vllm", "v1.1.0", 0, "Highlights", "Kimi K3 support", "the model", [10]),
    ("vllm", "v1.1.0", 0, "Highlights", "Kimi K3 support", "a design", [99]),
    ("vllm", "v1.1.0", 1, "Highlights\nModel Support", "Kimi K3", "the model", [10]),
    ("vllm", "v1.1.0", 2, "Highlights\nEngine Core", "Attention", "less memory", [11]),
    ("vllm", "v1.1.0", 3, "Highlights\nDeprecations & Removals", None, "Removed `--old-flag`", [14]),
    ("ollama", "v0.5.0", 0, "What's Changed", None, "Faster on Apple GPUs", []),
]


@pytest.fixture
def filled(tmp_path: Path) -> Iterator[Store]:
    """The store with those rows; its home is ``tmp_path/home``."""
    opened = open_store(load_settings(home=tmp_path / "home"))
    with opened.writing() as connection:
        fill(connection)
    yield opened
    opened.close()


@pytest.fixture
def connection(filled: Store) -> Iterator[Connection]:
    """A connection that reads that store."""
    with filled.reading() as connection:
        yield connection


@pytest.fixture
def article(connection: Connection) -> Article:
    """The article of vllm v1.1.0."""
    return compose_release(connection, "vllm", "v1.1.0")


def fill(connection: Connection) -> None:
    upsert(connection, tables.EngineRow, [
        {"slug": "vllm", "name": "vLLM", "repository": "vllm-project/vllm"},
        {"slug": "ollama", "name": "Ollama", "repository": "ollama/ollama"},
    ])  # fmt: skip
    upsert(connection, tables.Change, CHANGES)
    upsert(connection, tables.Fact, [_fact(place, row) for place, row in enumerate(FACTS)])
    members = [
        {"engine": engine, "tag": tag, "key": str(number), "sha": None, "how": "main", "new": True}
        for (engine, tag), numbers in MEMBERS.items() for number in numbers
    ]  # fmt: skip
    upsert(connection, tables.Member, members)
    upsert(connection, tables.ReleaseFact, [_release_fact(row) for row in RELEASES])
    upsert(connection, tables.Release, [_release("vllm", "v1.1.0", 8, 3, 2), _release("ollama", "v0.5.0")])
    _fill_notes(connection)
    state = {"engine": "vllm", "source": "git_history", "key": "/secret/place", "cursor": "{}", "complete": True,
             "checked_at": day(11, 30), "changed_at": day(8, 2)}  # fmt: skip
    upsert(connection, tables.SourceState, [state])


def _fill_notes(connection: Connection) -> None:
    for position, (engine, tag, bullet, section, topic, text, numbers) in enumerate(NOTES):
        key = {"engine": engine, "tag": tag, "position": position}
        item = {**key, "bullet": bullet, "section": section, "topic": topic, "text": text, "author": None}
        upsert(connection, tables.NoteItem, [item])
        cited = [{**key, "number": number, "role": "pull", "place": place} for place, number in enumerate(numbers)]
        upsert(connection, tables.NoteItemPull, cited)


def _fact(place: int, row: tuple[str, str, str, str, str, dict[str, Any]]) -> dict[str, Any]:
    engine, key, name, value, span, detail = row
    return {"engine": engine, "key": key, "name": name, "place": place, "value": value, "span": span,
            "where": "title", "confidence": 1.0, "detail": json.dumps(detail)}  # fmt: skip


def _release_fact(row: tuple[str, str, int, str | None, tuple[int, int, int], datetime]) -> dict[str, Any]:
    engine, tag, position, previous, counts, date = row
    commits, contributors, new = counts
    return {"engine": engine, "tag": tag, "position": position, "stable": True, "sha": None, "previous": previous,
            "bounded": False, "commits": commits, "contributors": contributors, "new_contributors": new,
            "pulls": len(MEMBERS[engine, tag]), "date": date, "date_from": "published"}  # fmt: skip


def _release(engine: str, tag: str, commits: int | None = None, people: int | None = None,
             new: int | None = None) -> dict[str, Any]:  # fmt: skip
    return {"engine": engine, "tag": tag, "name": tag, "url": f"https://github.com/{engine}/x/releases/tag/{tag}",
            "body": "", "body_sha256": "", "notes_parser": 1, "published_at": day(7, 15),
            "published_precision": "minute", "prerelease": False, "complete": True, "stated_commits": commits,
            "stated_contributors": people, "stated_new_contributors": new, "source": "release_notes", "origin": "x",
            "fetched_at": NOW}  # fmt: skip
