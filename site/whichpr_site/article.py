"""The article: one typed object for both languages, so that no figure or link can differ between them.

Words of our own are ``Phrase``s, put into a language when rendered; words of a record are plain strings, quoted as they
are. Every number in an article comes from a record.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence of ours by its key in ``wording.yml``, with the values that it names."""

    key: str
    values: dict[str, Any] = field(default_factory=dict)


Text = str | Phrase


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured figure as its source wrote it: ``shown`` is "3.4%", ``metric`` "ttft"."""

    shown: str
    metric: str
    direction: str | None


@dataclass(frozen=True, slots=True)
class Item:
    """One line of a section: its text, the pull requests it stands on, figures, and perhaps the release it names."""

    text: Text
    pulls: tuple[int, ...] = ()
    figures: tuple[Figure, ...] = ()
    url: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Items under a lead topic (None for none)."""

    topic: Text | None
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the article. ``layout`` is "list", "table" (performance) or "commands"."""

    id: str
    groups: tuple[Group, ...]
    layout: str = "list"

    @property
    def items(self) -> list[Item]:
        """All items, in order."""
        return [item for group in self.groups for item in group.items]


@dataclass(frozen=True, slots=True)
class Article:
    """A release article. ``window`` is (from, to) in ISO time; ``placed`` and ``left_out`` account for every change."""

    kind: str
    engine: str
    engine_name: str
    repository: str
    tag: str
    url: str
    date: str | None
    window: tuple[str | None, str | None]
    summary: tuple[Item, ...]
    topics: tuple[str, ...]
    sections: tuple[Section, ...]
    references: tuple[Item, ...]
    placed: tuple[int, ...]
    left_out: tuple[tuple[str, tuple[int, ...]], ...]
    unnumbered: int

    def pull_url(self, number: int) -> str:
        """Address of one of its pull requests."""
        return f"https://github.com/{self.repository}/pull/{number}"

    def pulls(self) -> set[int]:
        """Every pull request that the article names."""
        named = {number for section in self.sections for item in section.items for number in item.pulls}
        return named | {number for _, numbers in self.left_out for number in numbers}
