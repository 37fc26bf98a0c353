"""Understanding a question: its own words stripped, known names and identifiers recognised."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple

from whichpr_kb.index.analysis import CJK, IS_CJK, identifiers, stem, terms
from whichpr_kb.index.base import Facets, Question
from whichpr_kb.index.lexicon import Lexicon
from whichpr_kb.names import normalise, squeeze

_LONGEST_QUESTION = 2_000  # characters; what follows is not looked at
_MOST_TERMS = 48
_LONGEST_NAME = 6  # words
_WORD = re.compile(r"[^\W_]+(?:[._-][^\W_]+)*|[^\W_]+")
_NUMBER = re.compile(r"(?:(?:pr|pull)\s*#?|([a-z][\w-]*)\s*#|#)?\s*(\d{2,7})", re.IGNORECASE)
_SCRIPT_CHANGE = re.compile(rf"(?<=[{CJK}])(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])(?=[{CJK}])")
_SPECIFIC = re.compile(r"_|^\d+\.\d+\.\d+")


def understand(text: str, lexicon: Lexicon, facets: Facets) -> Question:
    """The question as weighted terms, names and identifiers; bounded whatever the text."""
    plain = normalise(text[:_LONGEST_QUESTION]).replace("\x00", " ")
    number = _NUMBER.fullmatch(plain.strip())
    if number:
        engine = number.group(1)
        return Question(number=int(number.group(2)), facets=replace(facets, engine=engine) if engine else facets)
    names, rest = _chinese_names(plain, lexicon)
    names += _names(rest, lexicon)
    named = [identifier for identifier in identifiers(plain) if _SPECIFIC.search(identifier)]
    for phrase in lexicon.zh:
        rest = rest.replace(phrase, " ")
    weighted = _weigh(rest, names, lexicon)
    if not weighted:  # nothing but question words: then they are what is asked for
        weighted = dict.fromkeys(terms(plain)[:_MOST_TERMS], 1.0)
    return Question(
        weighted, tuple(dict.fromkeys(found.name.lower() for found in names)), tuple(named[:8]), facets=facets
    )


class _Named(NamedTuple):
    """A catalogue name that a question uses, and the words by which it does."""

    name: str
    words: str


def _weigh(text: str, names: list[_Named], lexicon: Lexicon) -> dict[str, float]:
    """Terms with their weights: those of a name count less where the question already has it in other words."""
    asking = {stem(word) for word in lexicon.en} | set(lexicon.en)
    weighted = dict.fromkeys([term for term in terms(text) if term not in asking][:_MOST_TERMS], 1.0)
    for found in names:
        for term in terms(found.name):
            if len(weighted) < _MOST_TERMS:
                weighted.setdefault(term, 0.9 if IS_CJK.search(found.words) else 0.5)
    return weighted


def _chinese_names(text: str, lexicon: Lexicon) -> tuple[list[_Named], str]:
    """Names by their Chinese aliases, the longest first, and the text without them, spaced where the script changes."""
    found: list[_Named] = []
    for alias in lexicon.chinese:
        spelled = re.compile(r"\s*".join(map(re.escape, alias)), re.IGNORECASE)
        if alias[0] in text and spelled.search(text):
            text = spelled.sub(" ", text)
            found += [_Named(name, alias) for _, name in lexicon.aliases[alias]]
    return found, _SCRIPT_CHANGE.sub(" ", text)


def _names(text: str, lexicon: Lexicon) -> list[_Named]:
    """Known names in the text, longest first at each place, so that "Kimi K3" is not also "Kimi"."""
    words = [match.group() for match in _WORD.finditer(text)][:200]
    found: list[_Named] = []
    place = 0
    while place < len(words):
        for length in range(min(_LONGEST_NAME, len(words) - place), 0, -1):
            spelled = " ".join(words[place : place + length])
            hit = lexicon.aliases.get(squeeze(spelled))
            if hit:
                found += [_Named(name, spelled) for _, name in hit]
                place += length
                break
        else:
            place += 1
    return list(dict.fromkeys(found))
