"""Changes from records: one for each pull request, one for each commit that belongs to none."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from whichpr_kb.annotate.graph import Graph, brought_by, first_parents
from whichpr_kb.annotate.subjects import Subject, read_subject
from whichpr_kb.engines import Engine

Record = Mapping[str, Any]
SAMPLE = "sample"


@dataclass(slots=True)
class DraftChange:
    """A change being put together. ``shas`` holds every commit that carries it, the one on main first."""

    key: str
    number: int | None
    title: str
    body: str
    url: str
    author: str | None
    merged_at: datetime | None
    paths: str
    shas: list[str] = field(default_factory=list)
    stub: bool = False


@dataclass(frozen=True, slots=True)
class History:
    """An engine's commits understood: the graph, what main reaches, and which change each commit carries."""

    graph: Graph
    on_main: set[str]
    changes: dict[str, DraftChange]
    key_of: dict[str, str]
    author_of: dict[str, str]


def read_history(engine: Engine, commits: Sequence[Record], main: str | None) -> History:
    """Groups commits into changes.

    The commits that a merged pull request brought from its side belong to it. Commits without a number that agree
    in author, author's time and subject are one change: cherry-picking keeps all three.
    """
    graph = Graph({row["sha"]: tuple(row["parents"].split()) for row in commits})
    mainline = first_parents(graph, main) if main else []
    on_main = set(graph.reach(main)[0]) if main else set()
    subjects = {row["sha"]: read_subject(row["subject"], row["body"]) for row in commits}
    side = {sha: merge for sha, merge in brought_by(graph, mainline).items() if subjects[merge].number is not None}
    changes: dict[str, DraftChange] = {}
    key_of: dict[str, str] = {}
    twins: dict[tuple[Any, ...], str] = {}
    # Commits on main come first, the oldest before the others, so that they name the change.
    for row in sorted(commits, key=lambda row: (row["sha"] not in on_main, row["committed_at"], row["sha"])):
        sha = row["sha"]
        if sha in side:
            continue
        subject = subjects[sha]
        key = str(subject.number) if subject.number is not None else _twin(twins, row)
        if key not in changes:
            changes[key] = _draft(engine, key, subject, row)
        changes[key].shas.append(sha)
        key_of[sha] = key
    for sha, merge in side.items():
        key_of[sha] = key_of[merge]
        changes[key_of[merge]].shas.append(sha)
    authors = {row["sha"]: row["author"] for row in commits}
    return History(graph, on_main, changes, key_of, authors)


def _twin(twins: dict[tuple[Any, ...], str], row: Record) -> str:
    return twins.setdefault((row["author"], row["authored_at"], row["subject"]), row["sha"])


def _draft(engine: Engine, key: str, subject: Subject, row: Record) -> DraftChange:
    number = subject.number
    return DraftChange(
        key=key,
        number=number,
        title=subject.title,
        body=row["body"],
        url=engine.pull_url(number) if number is not None else engine.commit_url(row["sha"]),
        author=row["author"],
        merged_at=row["committed_at"],
        paths=row["paths"],
    )


def add_pulls(engine: Engine, changes: dict[str, DraftChange], pulls: Iterable[Record]) -> None:
    """Lets what a source of pull requests says stand over what a commit says, and adds those history lacks."""
    for row in pulls:
        key = str(row["number"])
        known = changes.get(key)
        if known is None:
            changes[key] = DraftChange(
                key, row["number"], row["title"], row["body"], row["url"] or engine.pull_url(row["number"]),
                row["author"], row["merged_at"], row["paths"],
            )  # fmt: skip
            continue
        if row["source"] == SAMPLE:  # restated titles give way to what history says
            continue
        known.title = row["title"] or known.title
        known.body = row["body"] or known.body
        known.author = row["author"] or known.author
        known.merged_at = row["merged_at"] or known.merged_at
        known.paths = row["paths"] or known.paths


def add_stubs(engine: Engine, changes: dict[str, DraftChange], cited: Iterable[int]) -> None:
    """Keeps numbers that only notes name (RFCs, issues): they have an address and nothing else."""
    for number in cited:
        key = str(number)
        if key not in changes:
            url = f"https://github.com/{engine.repository}/issues/{number}"
            changes[key] = DraftChange(key, number, "", "", url, None, None, "", stub=True)
