"""Understanding a question: its own words stripped, known names and identifiers recognised."""

from __future__ import annotations

import re
from dataclasses import replace

from whichpr_kb.index.analysis import identifiers, normalise, stem, terms
from whichpr_kb.index.base import Facets, Question
from whichpr_kb.index.lexicon import Lexicon, squeeze

_LONGEST_QUESTION = 2_000  # characters; what follows is not looked at
_MOST_TERMS = 48
_LONGEST_NAME = 6  # words
_WORD = re.compile(r"[^\W_]+(?:[._-][^\W_]+)*|[^\W_]+")
_NUMBER = re.compile(r"(?:(?:pr|pull)\s*#?|([a-z][\w-]*)\s*#|#)?\s*(\d{2,7})", re.IGNORECASE)
_SPECIFIC = re.compile(r"_|^\d+\.\d+\.\d+")


def understand(text: str, lexicon: Lexicon, facets: Facets) -> Question:
    """The question as weighted terms, names and identifiers; bounded whatever the text."""
    plain = normalise(text[:_LONGEST_QUESTION]).replace("\x00", " ")
    number = _NUMBER.fullmatch(plain.strip())
    if number:
        engine = number.group(1)
        return Question(number=int(number.group(2)), facets=replace(facets, engine=engine) if engine else facets)
    names = _names(plain, lexicon)
    named = [identifier for identifier in identifiers(plain) if _SPECIFIC.search(identifier)]
    stripped = plain
    for phrase in lexicon.zh:
        stripped = stripped.replace(phrase, " ")
    asking = {stem(word) for word in lexicon.en} | set(lexicon.en)
    weighted: dict[str, float] = {}
    for term in terms(stripped):
        if term not in asking and len(weighted) < _MOST_TERMS:
            weighted[term] = 1.0
    for _, name in names:
        for term in terms(name):
            if len(weighted) < _MOST_TERMS:
                weighted.setdefault(term, 0.5)
    if not weighted:  # nothing but question words: then they are what is asked for
        weighted = dict.fromkeys(terms(plain)[:_MOST_TERMS], 1.0)
    return Question(weighted, tuple(dict.fromkeys(name.lower() for _, name in names)), tuple(named[:8]), facets=facets)


def _names(text: str, lexicon: Lexicon) -> list[tuple[str, str]]:
    """Known names in the text, longest first at each place, so that "Kimi K3" is not also "Kimi"."""
    words = [match.group() for match in _WORD.finditer(text)][:200]
    found: list[tuple[str, str]] = []
    place = 0
    while place < len(words):
        for length in range(min(_LONGEST_NAME, len(words) - place), 0, -1):
            hit = lexicon.aliases.get(squeeze(" ".join(words[place : place + length])))
            if hit:
                found += hit
                place += length
                break
        else:
            place += 1
    return list(dict.fromkeys(found))
