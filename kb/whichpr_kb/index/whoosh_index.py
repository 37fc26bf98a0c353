"""The index in Whoosh. ``CURRENT`` names the folder in use and what it was made from, and is replaced atomically."""

from __future__ import annotations

import json
import os
import shutil
import struct
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from whoosh import fields, query, scoring
from whoosh import index as whoosh_index
from whoosh.searching import Searcher

from whichpr_kb.errors import IndexingError
from whichpr_kb.index.analysis import Terms, terms
from whichpr_kb.index.base import Facets, Hit, Question, Stamp

SCHEMA_VERSION = 1
# Field weights of BM25F: what a title or a note says counts most; a body mentions much that the change is not about.
WEIGHTS = {"title": 3.0, "notes": 2.0, "names": 2.0, "body": 0.3}
_IDENTIFIER_BOOST = 4.0
_FACETS = {"engine": "engine", "model": "model", "feature": "feature", "hardware": "hardware", "kind": "kind",
           "release": "release"}  # fmt: skip
_BROKEN = (OSError, ValueError, KeyError, EOFError, IndexError, TypeError, AttributeError, AssertionError, struct.error,
           whoosh_index.IndexError)  # fmt: skip


def _schema() -> fields.Schema:
    analyser = Terms()

    def text() -> fields.TEXT:
        return fields.TEXT(analyzer=analyser, phrase=False)

    return fields.Schema(
        key=fields.ID(unique=True, stored=True),
        digest=fields.STORED(),
        shown=fields.STORED(),
        title=text(),
        notes=text(),
        names=text(),
        body=text(),
        words=fields.KEYWORD(lowercase=True),
        identifier=fields.KEYWORD(),
        engine=fields.ID(),
        kind=fields.ID(),
        release=fields.ID(),
        model=fields.KEYWORD(commas=True, lowercase=True),
        feature=fields.KEYWORD(commas=True, lowercase=True),
        hardware=fields.KEYWORD(commas=True, lowercase=True),
        merged=fields.ID(sortable=True),
    )


def _fields_of(document: Any) -> dict[str, Any]:
    shown = document.shown
    row = {
        "key": document.key,
        "digest": document.digest,
        "shown": json.dumps(shown, ensure_ascii=False, separators=(",", ":")),
        "title": document.title,
        "notes": document.notes,
        "names": "\n".join(name for names in document.names.values() for name in names),
        "body": document.body,
        "words": " ".join(dict.fromkeys(w for w in document.title.lower().split() if w.isascii() and w.isalpha())),
        "identifier": " ".join(document.identifiers),
        "engine": shown["engine"],
        "kind": shown["kind"] or "",
        "release": shown["first_release"] or "",
        "merged": shown["merged_at"] or "",
    }
    for facet, names in (("model", "models"), ("feature", "features"), ("hardware", "hardware")):
        row[facet] = ",".join(document.names.get(names, []))
    return {name: value for name, value in row.items() if value}


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
            writer = whoosh_index.create_in(str(target), _schema()).writer(limitmb=128)
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
                writer = opened.writer(limitmb=128)
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
        wanted = _query(question)
        if wanted is None:
            found = searcher.search(_facet_query(question.facets), limit=limit, sortedby="merged", reverse=True)
            return [Hit(json.loads(hit["shown"]), 0.0, 1.0) for hit in found]
        facets = _facet_query(question.facets) if question.facets.any() else None
        found = searcher.search(wanted, limit=limit, filter=facets)
        weights = self._weights(searcher, question)
        return [Hit(shown := json.loads(hit["shown"]), float(hit.score), _coverage(shown, weights)) for hit in found]

    def _weights(self, searcher: Searcher, question: Question) -> dict[str, float]:
        """How telling each term of the question is: rare ones weigh most, unknown ones as the rarest."""
        return {term: float(searcher.idf("title", term)) * boost for term, boost in question.terms.items()}

    def similar(self, term: str) -> str | None:
        """A known title word within two edits that at least three documents use."""
        if len(term) < 4 or not term.isascii() or self.knows(term):
            return None
        reader = self.open().reader()
        near = [w for w in reader.terms_within("words", term, 1 if len(term) < 6 else 2, prefix=1) if w != term]
        best = max(near, key=lambda word: reader.doc_frequency("words", word), default=None)
        return best if best and reader.doc_frequency("words", best) >= 3 else None

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
    parts += [query.Or([query.Term(f, n, boost=2.0) for f in ("model", "feature", "hardware")]) for n in question.names]
    return query.Or(parts) if parts else None


def _facet_query(facets: Facets) -> query.Query:
    parts: list[query.Query] = []
    for name, field_name in _FACETS.items():
        value = getattr(facets, name)
        if value:
            lowered = value.lower() if field_name in ("model", "feature", "hardware") else value
            parts.append(query.Term(field_name, lowered))
    if facets.since or facets.until:
        parts.append(query.TermRange("merged", facets.since, facets.until, endexcl=True))
    return query.And(parts) if parts else query.Every()


def _coverage(shown: dict[str, Any], weights: dict[str, float]) -> float:
    """The share of the question's weight that stands in title, notes or names."""
    texts = [shown["title"], *(note["text"] for note in shown["notes"])]
    texts += [*shown["models"], *shown["features"], *shown["hardware"]]
    there = set(terms("\n".join(texts)))
    total = sum(weights.values())
    return sum(weight for term, weight in weights.items() if term in there) / total if total else 0.0
