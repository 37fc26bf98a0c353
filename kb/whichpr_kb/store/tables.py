"""The tables. Records are what sources said; facts (the second half) are derived and can be deleted and rebuilt.

Keys are natural: an engine's slug with a sha, a number or a tag. Times are UTC.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, ClassVar

from sqlalchemy import DateTime, Dialect, Text
from sqlalchemy.types import TypeDecorator
from sqlmodel import Field, SQLModel


class UtcDateTime(TypeDecorator[datetime]):
    """A time stored in UTC: SQLite keeps no zone, so it is taken off on the way in and put back on the way out."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """UTC for the database; a naive time is refused, since nobody knows what it means."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"naive time {value!r}")
        value = value.astimezone(UTC)
        return value.replace(tzinfo=None) if dialect.name == "sqlite" else value

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """UTC for the program."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def _time(**options: Any) -> Any:
    return Field(sa_type=UtcDateTime, **options)


def _text(**options: Any) -> Any:
    return Field(sa_type=Text, **options)


class Sourced(SQLModel):
    """Provenance, on every record: which source, what it read, when it last brought something new here."""

    source: str = ""
    origin: str = _text(default="")
    fetched_at: datetime = _time()


class Meta(SQLModel, table=True):
    """Small facts about the store itself: its generation, the catalogue its facts were derived with."""

    __tablename__: ClassVar[str] = "meta"
    key: str = Field(primary_key=True)
    value: str = _text()


class SourceState(SQLModel, table=True):
    """Where each source stands: its cursor, when it was last checked to the end, when it last changed anything."""

    __tablename__: ClassVar[str] = "source_state"
    engine: str = Field(primary_key=True)
    source: str = Field(primary_key=True)
    key: str = Field(primary_key=True, default="")
    cursor: str = _text(default="{}")
    complete: bool = False
    checked_at: datetime | None = _time(default=None, nullable=True)
    changed_at: datetime | None = _time(default=None, nullable=True)


class EngineRow(SQLModel, table=True):
    """An engine that has records: one of engines.yml, or one that was crawled as owner/name."""

    __tablename__: ClassVar[str] = "engine"
    slug: str = Field(primary_key=True)
    name: str
    repository: str


class Tag(Sourced, table=True):
    """A git tag. ``sha`` is null where the source has no graph (the bundled sample)."""

    __tablename__: ClassVar[str] = "tag"
    engine: str = Field(primary_key=True)
    name: str = Field(primary_key=True)
    sha: str | None = None
    tagged_at: datetime | None = _time(default=None, nullable=True)


class Branch(Sourced, table=True):
    """A branch head."""

    __tablename__: ClassVar[str] = "branch"
    engine: str = Field(primary_key=True)
    name: str = Field(primary_key=True)
    sha: str
    is_default: bool


class Commit(Sourced, table=True):
    """A commit. ``parents`` are shas with spaces between, ``paths`` lines of "letter TAB path"."""

    __tablename__: ClassVar[str] = "commit"
    engine: str = Field(primary_key=True)
    sha: str = Field(primary_key=True)
    parents: str = _text()
    subject: str = _text()
    body: str = _text()
    author: str = _text()
    authored_at: datetime = _time()
    committed_at: datetime = _time()
    paths: str = _text()


class Release(Sourced, table=True):
    """A release as published, with its notes. ``notes_parser`` is the version that made its note items."""

    __tablename__: ClassVar[str] = "release"
    engine: str = Field(primary_key=True)
    tag: str = Field(primary_key=True)
    name: str = _text()
    url: str = _text()
    body: str = _text()
    body_sha256: str
    notes_parser: int
    published_at: datetime | None = _time(default=None, nullable=True)
    published_precision: str | None = None
    prerelease: bool | None = None
    complete: bool
    stated_commits: int | None = None
    stated_contributors: int | None = None
    stated_new_contributors: int | None = None


class ReleaseHistory(SQLModel, table=True):
    """Earlier texts of a release's notes: projects edit them after publication."""

    __tablename__: ClassVar[str] = "release_history"
    engine: str = Field(primary_key=True)
    tag: str = Field(primary_key=True)
    body_sha256: str = Field(primary_key=True)
    body: str = _text()
    seen_at: datetime = _time()


class NoteItem(SQLModel, table=True):
    """One item of a release's notes. ``section`` holds the headings above it, outermost first, one a line."""

    __tablename__: ClassVar[str] = "note_item"
    engine: str = Field(primary_key=True)
    tag: str = Field(primary_key=True)
    position: int = Field(primary_key=True)
    bullet: int
    section: str = _text()
    topic: str | None = _text(default=None, nullable=True)
    text: str = _text()
    author: str | None = None


class NoteItemPull(SQLModel, table=True):
    """A number in a note item: its pull request (``role`` "pull") or only named there ("mention")."""

    __tablename__: ClassVar[str] = "note_item_pull"
    engine: str = Field(primary_key=True)
    tag: str = Field(primary_key=True)
    position: int = Field(primary_key=True)
    number: int = Field(primary_key=True)
    role: str
    place: int


class Pull(Sourced, table=True):
    """A pull request as a source that knows pull requests told it (git history tells commits only)."""

    __tablename__: ClassVar[str] = "pull"
    engine: str = Field(primary_key=True)
    number: int = Field(primary_key=True)
    title: str = _text()
    body: str = _text()
    url: str = _text()
    author: str | None = None
    merged_at: datetime | None = _time(default=None, nullable=True)
    base: str | None = None
    labels: str = _text(default="")
    merge_sha: str | None = None
    paths: str = _text(default="")


class MembershipRecord(Sourced, table=True):
    """A source's statement that a release holds a pull request."""

    __tablename__: ClassVar[str] = "membership_record"
    engine: str = Field(primary_key=True)
    tag: str = Field(primary_key=True)
    number: int = Field(primary_key=True)
    how: str
    sha: str | None = None


# --- facts: derived by annotate, rebuilt at will -------------------------------------------------


class Change(SQLModel, table=True):
    """One change: a pull request (``key`` is its number) or a commit without one (``key`` is its sha).

    ``stub`` marks a number that only notes name, ``carriers`` counts the commits that carry the change.
    ``first_release_how`` is "main", "cherry-pick" or "notes". ``text_hash`` covers what the text facts were derived
    from, so that only what changed is derived again.
    """

    __tablename__: ClassVar[str] = "change"
    engine: str = Field(primary_key=True)
    key: str = Field(primary_key=True)
    number: int | None = Field(default=None, index=True)
    sha: str | None = None
    title: str = _text()
    body: str = _text()
    url: str = _text()
    author: str | None = None
    merged_at: datetime | None = _time(default=None, nullable=True, index=True)
    paths: str = _text(default="")
    stub: bool = False
    carriers: int = 0
    kind: str | None = None
    breaking: bool = False
    first_release: str | None = Field(default=None, index=True)
    first_release_how: str | None = None
    first_prerelease: str | None = None
    first_release_not_after: str | None = None
    reverts: str | None = None
    reverted_by: str | None = None
    backport_of: str | None = None
    text_hash: str = ""


class Fact(SQLModel, table=True):
    """A fact about a change, with the words it came from. ``name``: model, hardware, feature, figure, breaking."""

    __tablename__: ClassVar[str] = "fact"
    engine: str = Field(primary_key=True)
    key: str = Field(primary_key=True)
    name: str = Field(primary_key=True)
    place: int = Field(primary_key=True)
    value: str = _text()
    span: str = _text()
    where: str = Field(default="title", description="title, body, paths or notes")
    confidence: float = 1.0
    detail: str = _text(default="")


class Member(SQLModel, table=True):
    """A change that a release is the first of its line to hold: what stands between it and the release before.

    ``new`` is False when an earlier release already held the same pull request through another commit.
    """

    __tablename__: ClassVar[str] = "member"
    engine: str = Field(primary_key=True)
    tag: str = Field(primary_key=True)
    key: str = Field(primary_key=True)
    sha: str | None = None
    how: str
    new: bool


class ReleaseFact(SQLModel, table=True):
    """What is counted of a release: ``position`` orders an engine's releases, oldest first."""

    __tablename__: ClassVar[str] = "release_fact"
    engine: str = Field(primary_key=True)
    tag: str = Field(primary_key=True)
    position: int
    stable: bool
    sha: str | None = None
    previous: str | None = None
    bounded: bool = Field(default=False, description="the oldest tag at hand: what it is first to hold is not known")
    commits: int | None = None
    contributors: int | None = None
    new_contributors: int | None = None
    pulls: int | None = None
    date: datetime | None = _time(default=None, nullable=True)
    date_from: str | None = None


RECORDS: tuple[type[SQLModel], ...] = (
    EngineRow, Tag, Branch, Commit, Release, ReleaseHistory, NoteItem, NoteItemPull, Pull, MembershipRecord,
    SourceState,
)  # fmt: skip
FACTS: tuple[type[SQLModel], ...] = (Change, Fact, Member, ReleaseFact)
