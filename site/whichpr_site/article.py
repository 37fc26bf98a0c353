"""A digest as data: one object from which every language and every format is rendered.

Texts in it are what records say (titles, note items, names). Words of ours stand in it as keys of ``wording.yml``, so
that no figure, link or number can differ between languages.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True, slots=True)
class PullRef:
    """A pull request that is known to the store. ``elsewhere`` is its first release where that is another one."""

    number: int
    title: str
    url: str
    elsewhere: str | None = None
    reverted_by: str | None = None


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured figure as its author states it; ``quote`` holds the words it came from, ``unit`` is "%" or "MiB"."""

    metric: str
    value: float
    unit: str
    high: float | None = None
    before: float | None = None
    direction: str | None = None
    quote: str = ""


@dataclass(frozen=True, slots=True)
class Item:
    """One statement with the pull requests that it is about; ``breaking`` marks what users must act upon."""

    text: str
    pulls: tuple[PullRef, ...] = ()
    figures: tuple[Figure, ...] = ()
    breaking: bool = False
    topic: str | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """A bullet: items that share a lead topic."""

    topic: str | None
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Label:
    """A heading: words of a record (``text``), or a key of the wording."""

    text: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class About:
    """What a model or feature is, a sentence in each language, from the catalogue."""

    name: str
    en: str
    zh: str


@dataclass(frozen=True, slots=True)
class Group:
    """Entries under a heading; ``long`` groups are folded where the format can fold."""

    label: Label
    entries: tuple[Entry, ...]
    about: tuple[About, ...] = ()
    long: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """A section: "core", "performance", "breaking" or "other"."""

    id: str
    groups: tuple[Group, ...]

    def items(self) -> Iterator[Item]:
        """All items, in order."""
        for group in self.groups:
            for entry in group.entries:
                yield from entry.items


@dataclass(frozen=True, slots=True)
class Counts:
    """Commits, authors and first-time authors; None for what is not known."""

    commits: int | None = None
    contributors: int | None = None
    new_contributors: int | None = None

    def __bool__(self) -> bool:
        return any(value is not None for value in (self.commits, self.contributors, self.new_contributors))


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A release of another engine within the window, with the first statements of its notes."""

    engine: str
    name: str
    tag: str
    url: str
    date: datetime
    pulls: int
    says: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the upgrade checklist: a key of the wording, its values, and the command to run."""

    key: str
    command: str | None = None
    values: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A pull request of the window that the article does not name, and why (a key of the wording)."""

    pull: PullRef
    reason: str


@dataclass(frozen=True, slots=True)
class Accounted:
    """Where every pull request of the window went.

    ``unnumbered`` counts commits that carry no number, ``earlier`` changes that an earlier release held already,
    ``unknown`` are numbers that the notes cite and history does not hold as pull requests.
    """

    placed: tuple[int, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    unnumbered: int = 0
    earlier: int = 0
    unknown: tuple[int, ...] = ()

    @property
    def total(self) -> int:
        """Pull requests of the window."""
        return len(self.placed) + len(self.left_out)


@dataclass(frozen=True, slots=True)
class Article:
    """The digest of one release. ``stated`` holds what its notes say where that differs from what is counted."""

    engine: str
    name: str
    tag: str
    url: str
    date: datetime | None
    date_from: str | None
    previous: str | None
    previous_date: datetime | None
    bounded: bool
    has_notes: bool
    pulls: int
    counted: Counts
    stated: Counts
    leads: tuple[str, ...]
    sections: tuple[Section, ...]
    neighbours: tuple[Neighbour, ...]
    steps: tuple[Step, ...]
    references: tuple[PullRef, ...]
    accounted: Accounted
    kind: str = field(default="release")

    def section(self, name: str) -> Section | None:
        """The section of that id, when there is something to say in it."""
        return next((section for section in self.sections if section.id == name), None)
