"""Records: what a source yields and the store keeps, typed, with where each came from.

Times are timezone-aware and in UTC. A field that the source did not state is None, never a guess.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

How = Literal["main", "cherry-pick", "notes"]
Precision = Literal["second", "minute", "date"]


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a batch came from: the source's name, the URL or path it read, when, and with which parser."""

    source: str
    origin: str
    fetched_at: datetime
    parser_version: int


@dataclass(frozen=True, slots=True)
class TagRecord:
    """A tag and the commit it stands on (None where the source has no graph); ``tagged_at`` is that commit's date."""

    name: str
    sha: str | None
    tagged_at: datetime | None


@dataclass(frozen=True, slots=True)
class BranchRecord:
    """A branch head; ``is_default`` marks main."""

    name: str
    sha: str
    is_default: bool


@dataclass(frozen=True, slots=True)
class CommitRecord:
    """A commit: ``parents`` are full shas, ``paths`` are (status letter, path) against the first parent."""

    sha: str
    parents: tuple[str, ...]
    subject: str
    body: str
    author: str
    authored_at: datetime
    committed_at: datetime
    paths: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ReleaseRecord:
    """A release as its project published it; ``body`` is Markdown or HTML, ``complete`` False when it is known cut."""

    tag: str
    name: str
    url: str
    body: str
    published_at: datetime | None
    published_precision: Precision | None
    prerelease: bool | None
    complete: bool
    stated_contributors: int | None = None
    stated_new_contributors: int | None = None


@dataclass(frozen=True, slots=True)
class PullRecord:
    """A merged pull request as a source that knows pull requests tells it."""

    number: int
    title: str
    body: str
    url: str
    merged_at: datetime | None
    author: str | None = None
    base: str | None = None
    labels: tuple[str, ...] = ()
    merge_sha: str | None = None
    paths: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class MembershipRecord:
    """A source's statement that a release holds a pull request, for stores without a commit graph."""

    tag: str
    number: int
    how: How
    sha: str | None = None


Record = TagRecord | BranchRecord | CommitRecord | ReleaseRecord | PullRecord | MembershipRecord


@dataclass(frozen=True, slots=True)
class Batch:
    """What one transaction stores: records of one engine, their provenance, and the source's place afterwards.

    ``cursor`` is kept for the source's next run (None leaves it as it is); ``last`` marks a complete walk.
    ``total`` is the number of records that the source expects in all, where it knows. ``fallback`` records give way to
    those of any other source.
    """

    engine: str
    provenance: Provenance
    records: tuple[Record, ...]
    cursor: dict[str, str] | None = None
    last: bool = False
    total: int | None = None
    key: str = field(default="")
    fallback: bool = False
