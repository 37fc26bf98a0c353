"""The index in Whoosh. ``CURRENT`` names the folder in use and what it was made from, and is replaced atomically."""

from __future__ import annotations

import json
import os
import shutil
import struct
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from whoosh import columns, fields, formats, query, scoring
from whoosh import index as whoosh_index
from whoosh.analysis import Analyzer
from whoosh.searching import Searcher
from whoosh.system import pack_uint

from whichpr_kb.errors import IndexingError
from whichpr_kb.index.analysis import terms
from whichpr_kb.index.base import Facets, Hit, Question, Stamp

SCHEMA_VERSION = 4
# Field weights of BM25F: what a title or a note says counts most; a body mentions much that the change is not about.
WEIGHTS = {"title": 3.0, "notes": 2.0, "body": 0.3}
_IDENTIFIER_BOOST = 30.0
_NAME_BOOST = 12.0
_RERANKED = 60  # of the best by BM25F, that many are ordered anew by how much of the question they cover
_COVERAGE_FLOOR = 0.25
_FACETS = ("engine", "model", "feature", "hardware", "kind", "release")
_BROKEN = (OSError, ValueError, KeyError, EOFError, IndexError, TypeError, AttributeError, AssertionError, struct.error,
           whoosh_index.IndexError)  # fmt: skip


class TermCounts(formats.Frequency):  # type: ignore[misc, unused-ignore]
    """Postings straight from our terms: Whoosh's chain of analysers makes an object a term, at twice the time."""

    def word_values(self, value: Any, analyzer: Any, **_options: Any) -> Iterator[tuple[Any, int, float, bytes]]:  # noqa: ARG002
        """(term, frequency, weight, encoded frequency) of a text, or of a list of terms as they are."""
        counts = Counter(terms(value) if isinstance(value, str) else value)
        return ((term, count, float(count), pack_uint(count)) for term, count in counts.items())


def _schema() -> fields.Schema:
    """Few fields, since each costs time: all filters share one, as "kind:bugfix" and "day:2026-08-10"."""

    def counted(scorable: bool = True) -> fields.FieldType:
        return fields.FieldType(TermCounts(), Analyzer(), scorable=scorable)

    return fields.Schema(
        key=fields.ID(unique=True, stored=True),
        digest=fields.STORED(),
        shown=fields.STORED(),
        title=counted(),
        notes=counted(),
        body=counted(),
        identifier=counted(scorable=False),  # a hit counts its boost alone, so no lengths are kept
        facet=counted(scorable=False),
        merged=fields.COLUMN(columns.VarBytesColumn()),
    )


def _fields_of(document: Any) -> dict[str, Any]:
    shown = document.shown
    row = {
        "key": document.key,
        "digest": document.digest,
        "shown": document.packed,
        "title": document.title,
        "notes": document.notes,
        "body": document.body,
        "identifier": document.identifiers,
        "facet": list(_facets_of(document)),
        "merged": (shown["merged_at"] or "").encode(),
    }
    return {name: value for name, value in row.items() if value}


def _facets_of(document: Any) -> Iterator[str]:
    shown = document.shown
    plain = (("engine", shown["engine"]), ("kind", shown["kind"]), ("release", shown["first_release"]),
             ("day", (shown["merged_at"] or "")[:10]))  # fmt: skip
    yield from (facet_term(name, value) for name, value in plain if value)
    if shown["pr"] is not None:
        yield facet_term("number", str(shown["pr"]))
    if shown["breaking"] and shown["kind"] != "breaking":
        yield facet_term("kind", "breaking")
    for facet, values in document.families.items():
        yield from (facet_term(facet, value) for value in values)


def facet_term(name: str, value: str) -> str:
    """How a filter's value stands in the index."""
    return f"{name}:{value.lower()}"


class WhooshWriter:
    """Writes the index of one folder. The caller holds the store's write lock."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def rebuild(self, documents: Iterable[Any], stamp: Stamp) -> int:
        """A new index beside the old one, then the switch, then the old one is removed."""
        name = f"g{stamp.generation}-{time.time_ns():x}"
        target = self._folder / name
        try:
            target.mkdir(parents=True)
            writer = whoosh_index.create_in(str(target), _schema()).writer(limitmb=256)
            count = 0
            for document in documents:
                writer.add_document(**_fields_of(document))
                count += 1
            writer.commit()
            self._switch(name, stamp, count)
        except OSError as error:
            shutil.rmtree(target, ignore_errors=True)
            raise _unwritable(self._folder, error) from error
        except BaseException:
            shutil.rmtree(target, ignore_errors=True)
            raise
        self._sweep(name)
        return count

    def update(self, documents: Iterable[Any], stamp: Stamp) -> int:
        """Writes what differs; rebuilds when there is no readable index of this schema or more than half differs."""
        current = _current(self._folder)
        if current is None or current[1].schema != stamp.schema:
            return self.rebuild(documents, stamp)
        wanted = {document.key: document for document in documents}
        try:
            opened = whoosh_index.open_dir(str(self._folder / current[0]))
            with opened.searcher() as searcher:
                found = {fields["key"]: fields["digest"] for _, fields in _stored(searcher)}
        except _BROKEN:
            return self.rebuild(wanted.values(), stamp)
        different = [document for key, document in wanted.items() if found.get(key) != document.digest]
        gone = [key for key in found if key not in wanted]
        if len(different) + len(gone) > len(wanted) // 2:
            return self.rebuild(wanted.values(), stamp)
        try:
            if different or gone:
                writer = opened.writer(limitmb=256)
                for key in gone:
                    writer.delete_by_term("key", key)
                for document in different:
                    writer.update_document(**_fields_of(document))
                writer.commit()
            self._switch(current[0], stamp, len(wanted))
        except OSError as error:
            raise _unwritable(self._folder, error) from error
        return len(different) + len(gone)

    def _switch(self, name: str, stamp: Stamp, count: int) -> None:
        data = {"folder": name, "schema": stamp.schema, "generation": stamp.generation,
                "catalogue": stamp.catalogue, "documents": count}  # fmt: skip
        fresh = self._folder / "CURRENT.new"
        with fresh.open("w", encoding="utf-8") as file:
            json.dump(data, file)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(self._folder / "CURRENT")

    def _sweep(self, keep: str) -> None:
        for entry in self._folder.iterdir():
            if entry.is_dir() and entry.name != keep:
                shutil.rmtree(entry, ignore_errors=True)


def _stored(searcher: Searcher) -> Iterable[tuple[int, dict[str, Any]]]:
    return searcher.reader().iter_docs()  # type: ignore[no-any-return, unused-ignore]


def _unwritable(folder: Path, error: OSError) -> IndexingError:
    return IndexingError(
        f"the index in {folder} cannot be written: {error.strerror or error}",
        "Check its permissions and free space, then run whichpr index. The store is untouched.",
    )


def _current(folder: Path) -> tuple[str, Stamp] | None:
    try:
        data = json.loads((folder / "CURRENT").read_text("utf-8"))
        stamp = Stamp(data["schema"], data["generation"], data["catalogue"], data["documents"])
        return str(data["folder"]), stamp
    except _BROKEN:
        return None


class WhooshIndex:
    """Reads the index of one folder. Raises IndexingError when it is missing or damaged."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._searcher: Searcher | None = None

    def stamp(self) -> Stamp | None:
        """What the index was made from; None when there is none that can be read."""
        found = _current(self._folder)
        return found[1] if found and found[1].schema == SCHEMA_VERSION else None

    def open(self) -> Searcher:
        """The searcher, opened once."""
        if self._searcher is None:
            found = _current(self._folder)
            if found is None:
                raise IndexingError("there is no search index yet", "Run whichpr index, or whichpr demo to begin.")
            try:
                opened = whoosh_index.open_dir(str(self._folder / found[0]))
                self._searcher = opened.searcher(weighting=_weighting())
            except _BROKEN as error:
                raise _damaged(error) from error
        return self._searcher

    def close(self) -> None:
        """Closes the files of the searcher."""
        if self._searcher is not None:
            self._searcher.close()
            self._searcher = None

    def search(self, question: Question, limit: int) -> Sequence[Hit]:
        """The best documents, best first. Without terms, the newest that match the facets."""
        try:
            return self._search(question, limit)
        except _BROKEN as error:
            raise _damaged(error) from error

    def _search(self, question: Question, limit: int) -> list[Hit]:
        searcher = self.open()
        if question.number is not None:
            exact = query.And([query.Term("facet", facet_term("number", str(question.number))),
                               _facet_query(question.facets)])  # fmt: skip
            return [Hit(json.loads(hit["shown"]), 1.0, 1.0) for hit in searcher.search(exact, limit=limit)]
        wanted = _query(question)
        if wanted is None:
            found = searcher.search(_facet_query(question.facets), limit=limit, sortedby="merged", reverse=True)
            return [Hit(json.loads(hit["shown"]), 0.0, 1.0) for hit in found]
        facets = _facet_query(question.facets) if question.facets.any() else None
        found = searcher.search(wanted, limit=max(limit, _RERANKED), filter=facets)
        weights = self._weights(searcher, question)
        hits = [_hit(json.loads(hit["shown"]), float(hit.score), weights) for hit in found]
        return sorted(hits, key=lambda hit: -hit.score)[:limit]

    def _weights(self, searcher: Searcher, question: Question) -> dict[str, float]:
        """How telling each term of the question is: rare ones weigh most, unknown ones as the rarest."""
        return {term: float(searcher.idf("title", term)) * boost for term, boost in question.terms.items()}

    def knows(self, term: str) -> bool:
        """Whether a title, note or body has the word or its stem."""
        reader = self.open().reader()
        return any(reader.doc_frequency(name, part) > 0 for part in terms(term) for name in WEIGHTS)


def _weighting() -> scoring.WeightingModel:
    return scoring.BM25F(B=0.6, K1=1.2, body_B=0.9)


def _damaged(error: Exception) -> IndexingError:
    return IndexingError(
        f"the search index is damaged ({type(error).__name__}: {error})",
        "Run whichpr index --rebuild: nothing is lost.",
    )


def _query(question: Question) -> query.Query | None:
    # One flat Or: Whoosh's DisjunctionMax gives wrong scores inside an Or (whoosh3 3.54, seen 2026-12-01).
    parts: list[query.Query] = [
        query.Term(name, term, boost=weight * boost)
        for term, boost in question.terms.items()
        for name, weight in WEIGHTS.items()
    ]
    parts += [query.Term("identifier", name, boost=_IDENTIFIER_BOOST) for name in question.identifiers]
    parts += [
        query.Term("facet", facet_term(kind, name), boost=_NAME_BOOST)
        for name in question.names
        for kind in ("model", "feature", "hardware")
    ]
    return query.Or(parts) if parts else None


def _facet_query(facets: Facets) -> query.Query:
    parts: list[query.Query] = [
        query.Term("facet", facet_term(name, value)) for name in _FACETS if (value := getattr(facets, name))
    ]
    if facets.since or facets.until:
        since, until = facet_term("day", facets.since or "0"), facet_term("day", facets.until or "9")
        parts.append(query.TermRange("facet", since, until, endexcl=True))
    return query.And(parts) if parts else query.Every()


def _hit(shown: dict[str, Any], score: float, weights: dict[str, float]) -> Hit:
    """A hit whose score favours covering much of the question over much of one word."""
    coverage = _coverage(shown, weights)
    return Hit(shown, score * (_COVERAGE_FLOOR + coverage), coverage)


def _coverage(shown: dict[str, Any], weights: dict[str, float]) -> float:
    """The share of the question's weight that stands in title, notes or names."""
    texts = [shown["title"], *(note["text"] for note in shown["notes"])]
    texts += [*shown["models"], *shown["features"], *shown["hardware"]]
    there = set(terms("\n".join(texts)))
    total = sum(weights.values())
    return sum(weight for term, weight in weights.items() if term in there) / total if total else 0.0
