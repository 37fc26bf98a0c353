"""The commit graph, and what lies between two releases: found by walking from tags, never by dates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Graph:
    """Parents of each commit by sha. A parent that is not at hand (a shallow clone) ends the walk there."""

    parents: dict[str, tuple[str, ...]]

    def reach(self, head: str, stop: frozenset[str] | set[str] = frozenset()) -> tuple[list[str], set[str]]:
        """The commits reachable from ``head`` and not in ``stop``, and those of ``stop`` that were met."""
        if head in stop:
            return [], {head}
        if head not in self.parents:
            return [], set()
        found, met, waiting, seen = [], set(), [head], {head}
        while waiting:
            sha = waiting.pop()
            found.append(sha)
            for parent in self.parents[sha]:
                if parent in stop:
                    met.add(parent)
                elif parent not in seen and parent in self.parents:
                    seen.add(parent)
                    waiting.append(parent)
        return found, met

    def carried(self, carriers: Iterable[str]) -> dict[str, str]:
        """Every commit that holds one of the carriers, with the carrier; of several, the one named first."""
        children: dict[str, list[str]] = {}
        for sha, parents in self.parents.items():
            for parent in parents:
                children.setdefault(parent, []).append(sha)
        found: dict[str, str] = {}
        for carrier in carriers:
            waiting = [carrier]
            while waiting:
                sha = waiting.pop()
                if sha not in found:
                    found[sha] = carrier
                    waiting += children.get(sha, ())
        return found


@dataclass(frozen=True, slots=True)
class Window:
    """What a tag holds and the tag before it does not: ``commits`` are shas."""

    tag: str
    previous: str | None
    commits: list[str]


def windows(graph: Graph, tags: Iterable[tuple[str, str]]) -> Iterator[Window]:
    """One window a tag, for (tag, sha) in version order. Linear as long as each tag descends from the one before.

    Where it does not (release branches with cherry-picks), what the newer tag reaches is walked anew.
    """
    held: set[str] = set()
    previous: tuple[str, str] | None = None
    for tag, sha in tags:
        commits, met = graph.reach(sha, held)
        yield Window(tag, previous[0] if previous else None, commits)
        if previous is None or previous[1] in met or previous[1] == sha:
            held.update(commits)
        else:
            held = set(graph.reach(sha)[0])
        previous = (tag, sha)


def first_parents(graph: Graph, head: str) -> list[str]:
    """The main line below ``head``, newest first: itself, its first parent, that one's first parent, …"""
    line = []
    sha: str | None = head
    while sha is not None and sha in graph.parents:
        line.append(sha)
        sha = next(iter(graph.parents[sha]), None)
    return line


def brought_by(graph: Graph, mainline: list[str]) -> dict[str, str]:
    """For commits that a merge on the main line (newest first) brought in from its side: their sha to the merge's."""
    stop, owner = set(mainline), dict[str, str]()
    for merge in reversed(mainline):
        for side in graph.parents[merge][1:]:
            for sha in graph.reach(side, stop)[0]:
                owner[sha] = merge
                stop.add(sha)
    return owner
