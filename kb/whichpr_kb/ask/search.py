"""Answering a question from the index alone: the store is not opened, so that it is fast and needs no lock."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from whichpr_kb.ask.question import understand
from whichpr_kb.errors import UsageError
from whichpr_kb.index.analysis import terms
from whichpr_kb.index.base import Facets, Hit, Question, SearchIndex
from whichpr_kb.index.lexicon import Lexicon
from whichpr_kb.names import normalise

# The share of the question's weight that the best document must cover to count as an answer.
ENOUGH = 0.35
_SPANS = 3


@dataclass(frozen=True, slots=True)
class Answer:
    """``answered`` is False when nothing answers; then ``hits`` are the nearest things. ``meant`` corrects spelling."""

    query: str
    answered: bool
    hits: list[Hit]
    question: Question
    meant: str | None
    took_ms: float

    def to_json(self) -> dict[str, Any]:
        """The contract's JSON."""
        results = [result_json(hit, self.question) for hit in self.hits]
        return {
            "query": self.query,
            "answered": self.answered,
            "results": results,
            "did_you_mean": self.meant,
            "took_ms": round(self.took_ms, 2),
        }


def answer(index: SearchIndex, lexicon: Lexicon, text: str, facets: Facets, limit: int) -> Answer:
    """The best documents for a question, and whether they answer it."""
    start = time.perf_counter()
    question = understand(text, lexicon, facets)
    hits = list(index.search(question, limit))
    answered = bool(hits) and hits[0].coverage >= ENOUGH if text.strip() else bool(hits)
    meant = None if answered else _meant(lexicon, text)
    return Answer(text, answered, hits, question, meant, (time.perf_counter() - start) * 1000)


def _meant(lexicon: Lexicon, text: str) -> str | None:
    """The question with unknown words replaced by the nearest known ones; None when nothing is to be corrected."""
    words = normalise(text)[:500].split()
    corrected = [lexicon.similar(word.lower().strip("?,.!:;\"'()")) or word for word in words[:40]]
    return " ".join(corrected) if corrected != words[:40] else None


def result_json(hit: Hit, question: Question) -> dict[str, Any]:
    """One result as the contract shows it, with the words that prove it."""
    shown = hit.shown
    keys = ("engine", "pr", "sha", "release", "section", "title", "url", "merged_at", "first_release", "kind",
            "models", "features", "hardware")  # fmt: skip
    result = {key: shown[key] for key in keys}
    return {
        **result,
        "score": round(hit.score, 4),
        "why": proof(shown, question),
        "breaking": shown["breaking"],
        "first_release_not_after": shown["first_release_not_after"],
        "reverted_by": shown["reverted_by"],
    }


def proof(shown: Mapping[str, Any], question: Question) -> list[str]:
    """The words that prove a result: its title and the notes that say most of what was asked, quoted."""
    wanted = set(question.terms)
    quotes = [(shown["title"], shown["title"])]
    if shown["pr"] is not None or shown["sha"] is not None:
        quotes += [(note["text"], f"{note['release']}: {note['text']}") for note in shown["notes"]]
    ranked = sorted(quotes[1:], key=lambda quote: -len(wanted & set(terms(quote[0]))))
    return [quote for _, quote in (quotes[:1] + ranked)[:_SPANS]]


def canonical_facets(facets: Facets, lexicon: Lexicon) -> Facets:
    """Facets with aliases resolved; raises UsageError that names the nearest for an unknown model or the like."""
    resolved = {}
    for kind in ("model", "feature", "hardware"):
        given = getattr(facets, kind)
        if not given:
            continue
        name = lexicon.canonical(kind, given)
        if name is None:
            raise UsageError(f"no {kind} is known as {given!r}", _nearest(kind, given, lexicon))
        resolved[kind] = name
    return replace(facets, **resolved)


def _nearest(kind: str, given: str, lexicon: Lexicon) -> str:
    import difflib

    names = sorted({name for pairs in lexicon.aliases.values() for known, name in pairs if known == kind})
    lowered = {name.lower(): name for name in names}
    close = difflib.get_close_matches(given.lower(), list(lowered), n=3, cutoff=0.5)
    return "Did you mean " + ", ".join(lowered[name] for name in close) + "?" if close else f"{len(names)} are known."
