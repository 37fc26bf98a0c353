"""Which release first holds a change, and what each release brought: by walking tags in version order.

The oldest tag at hand only bounds, unless it is the engine's first release: what it reaches was released with it or
before. There the earliest notes that cite a change name its first release, marked "notes".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from whichpr_kb.annotate.changes import History
from whichpr_kb.annotate.graph import Window, windows
from whichpr_kb.engines import Engine
from whichpr_kb.versions import TagVersion, in_order, parse_tag


@dataclass(slots=True)
class Held:
    """Where a change is held first."""

    first: str | None = None
    how: str | None = None
    first_prerelease: str | None = None
    not_after: str | None = None


@dataclass(slots=True)
class Counted:
    """What is counted of a release's window."""

    previous: str | None = None
    bounded: bool = False
    commits: int | None = None
    contributors: int | None = None
    new_contributors: int | None = None


@dataclass(slots=True)
class Membership:
    """``held`` by change key; ``members`` by tag: {key: (sha, how, new)}; ``counted`` by tag."""

    held: dict[str, Held] = field(default_factory=dict)
    members: dict[str, dict[str, tuple[str | None, str, bool]]] = field(default_factory=dict)
    counted: dict[str, Counted] = field(default_factory=dict)

    def of(self, key: str) -> Held:
        """The entry of a change, made when missing."""
        return self.held.setdefault(key, Held())


def find_membership(
    engine: Engine,
    history: History,
    tags: Mapping[str, str | None],
    cited: Mapping[str, Iterable[str]],
    stated: Iterable[Mapping[str, Any]],
) -> Membership:
    """Everything known of who holds what.

    ``tags`` maps names to commit shas (None without a graph), ``cited`` release tags to the keys their notes cite,
    ``stated`` are membership records of sources without a graph; they count for tags without a commit only.
    """
    found = Membership()
    versions = in_order(engine, (tag for tag, sha in tags.items() if sha is not None and sha in history.graph.parents))
    shas = {version.tag: str(tags[version.tag]) for version in versions}
    _walk_stable(engine, history, found, [(v.tag, shas[v.tag]) for v in versions if v.stable])
    _walk_prereleases(history, found, versions, shas)
    _take_stated(engine, found, stated, shas)
    _take_cited(engine, history, found, cited, shas)
    return found


def _walk_stable(engine: Engine, history: History, found: Membership, tags: list[tuple[str, str]]) -> None:
    seen_authors: set[str] = set()
    for window in windows(history.graph, tags):
        bounded = window.previous is None and window.tag != engine.first_tag
        authors = {history.author_of[sha] for sha in window.commits}
        found.counted[window.tag] = Counted(
            previous=window.previous,
            bounded=bounded,
            commits=None if bounded else len(window.commits),
            contributors=None if bounded else len(authors),
            new_contributors=None if bounded else len(authors - seen_authors),
        )
        seen_authors |= authors
        _hold(history, found, window, bounded)


def _hold(history: History, found: Membership, window: Window, bounded: bool) -> None:
    members: dict[str, tuple[str | None, str, bool]] = {}
    # A commit on main speaks for a change before a cherry-pick of it does.
    for sha in sorted(window.commits, key=lambda sha: sha not in history.on_main):
        key = history.key_of[sha]
        if key in members:
            continue
        held = found.of(key)
        new = held.first is None and held.not_after is None
        how = "main" if sha in history.on_main else "cherry-pick"
        members[key] = (sha, how, new)
        if new and bounded:
            held.not_after = window.tag
        elif new:
            held.first, held.how = window.tag, how
    found.members[window.tag] = {} if bounded else members


def _walk_prereleases(history: History, found: Membership, versions: list[TagVersion], shas: Mapping[str, str]) -> None:
    stable = {version.tag for version in versions if version.stable}
    seen: set[str] = set()
    for window in windows(history.graph, [(version.tag, shas[version.tag]) for version in versions]):
        keys = {history.key_of[sha] for sha in window.commits} - seen
        seen |= keys
        if window.tag not in stable and window.previous is not None:
            for key in keys:
                found.of(key).first_prerelease = window.tag


def _take_stated(
    engine: Engine, found: Membership, stated: Iterable[Mapping[str, Any]], shas: Mapping[str, str]
) -> None:
    by_tag: dict[str, list[Mapping[str, Any]]] = {}
    for row in stated:
        if row["tag"] not in shas:
            by_tag.setdefault(row["tag"], []).append(row)
    for version in in_order(engine, by_tag):
        members = found.members.setdefault(version.tag, {})
        for row in by_tag[version.tag]:
            key = str(row["number"])
            held = found.of(key)
            if not version.stable:
                held.first_prerelease = held.first_prerelease or version.tag
                continue
            new = held.first is None
            if new:
                held.first, held.how = version.tag, row["how"]
                members[key] = (row["sha"], row["how"], True)


def _take_cited(
    engine: Engine,
    history: History,
    found: Membership,
    cited: Mapping[str, Iterable[str]],
    shas: Mapping[str, str],
) -> None:
    """Notes name the first release of what the graph only bounds, and of what only a release without a tag brings."""
    known = {key for key, change in history.changes.items() if not change.stub}
    for version in in_order(engine, cited):
        members = found.members.setdefault(version.tag, {})
        for key in cited[version.tag]:
            held = found.of(key)
            bound = parse_tag(engine, held.not_after) if held.not_after else None
            early = bound is not None and version.order <= bound.order
            untagged = version.tag not in shas and bound is None
            if key not in known or held.first is not None or not (early or untagged):
                continue
            if version.stable:
                held.first, held.how = version.tag, "notes"
                members.setdefault(key, (None, "notes", True))
            else:
                held.first_prerelease = held.first_prerelease or version.tag
