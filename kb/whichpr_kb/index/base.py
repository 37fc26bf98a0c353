"""What an index must be able to do, so that another engine can serve the same questions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

# The kinds of change, in the order in which a person reads them.
KINDS = ("breaking", "feature", "performance", "bugfix", "revert", "refactor", "build", "docs", "test", "ci")


@dataclass(frozen=True, slots=True)
class Stamp:
    """What an index was made from: its own schema, the store's generation, the catalogue's digest."""

    schema: int
    generation: int
    catalogue: str
    documents: int = 0


@dataclass(frozen=True, slots=True)
class Facets:
    """Filters; None or empty means any. Names are canonical. ``since``/``until`` are ISO dates, half-open."""

    engine: str | None = None
    model: str | None = None
    feature: str | None = None
    hardware: str | None = None
    kind: str | None = None
    release: str | None = None
    since: str | None = None
    until: str | None = None

    def any(self) -> bool:
        """Whether anything is filtered."""
        return any((self.engine, self.model, self.feature, self.hardware, self.kind, self.release, self.since,
                    self.until))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Question:
    """A question understood: weighted terms, canonical names in it, identifiers in it, and the facets.

    ``number`` is set when the question is nothing but the number of a pull request.
    """

    terms: dict[str, float] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    identifiers: tuple[str, ...] = ()
    number: int | None = None
    facets: Facets = field(default_factory=Facets)


@dataclass(frozen=True, slots=True)
class Hit:
    """A document found: ``shown`` as stored, its score, and how much of the question it covers (0 to 1)."""

    shown: dict[str, Any]
    score: float
    coverage: float


class SearchIndex(Protocol):
    """An index of documents."""

    def stamp(self) -> Stamp | None:
        """What the index was made from; None when there is none that can be read."""

    def search(self, question: Question, limit: int) -> Sequence[Hit]:
        """The best documents, best first."""

    def knows(self, term: str) -> bool:
        """Whether any document has the term."""


class IndexWriter(Protocol):
    """Makes and changes an index. Both methods return how many documents were written."""

    def rebuild(self, documents: Iterable[Any], stamp: Stamp) -> int:
        """A new index in place of the old one; readers see the old one until it is whole."""

    def update(self, documents: Iterable[Any], stamp: Stamp) -> int:
        """Brings the index to exactly these documents, writing only what differs."""
