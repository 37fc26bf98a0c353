"""Finds the catalogue's names in a text by looking up what starts at each word, whatever the catalogue's size.

Spaces, hyphens and underscores are taken out of text and names alike, so that "Kimi K3", "kimi-k3" and "kimi_k3" are
one; of overlapping names the longest wins.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from whichpr_kb.catalogue import Catalogue, Entry
from whichpr_kb.names import squeeze

_PREFIX = 2  # characters by which the look-up is narrowed; the shortest names have two
_CLASS = re.compile(r"(?:For[A-Z]|HF\b|LM|MoE|MTP|VL\b|Model|Config|Attention|Processor|Parser|Connector)")
_HAN = re.compile(r"[\u3400-\u9fff]")
_DOT = re.compile(r"(?<=\d)\.(?=\d)")


@dataclass(frozen=True, slots=True)
class Hit:
    """An entry found: ``span`` is ``text[start:end]``."""

    entry: Entry
    start: int
    end: int
    span: str


class Matcher:
    """The names of one kind, ready to be found."""

    def __init__(self, catalogue: Catalogue, kind: str) -> None:
        self._loose: dict[str, Entry] = {}
        self._exact: dict[str, Entry] = {}
        self._lengths: dict[str, tuple[int, ...]] = {}
        self._never: dict[str, re.Pattern[str]] = {}
        self._patterns: list[tuple[re.Pattern[str], Entry]] = []
        for entry in catalogue.entries(kind):
            self._add(entry)
        for entry in catalogue.entries(kind):
            for name in _plain(entry):  # "qwen35" is Qwen3.5 unless it is another entry's own name
                self._loose.setdefault(_DOT.sub("", squeeze(name)), entry)
        self._index()

    def _add(self, entry: Entry) -> None:
        self._loose.update((squeeze(name), entry) for name in _plain(entry))
        self._exact.update((name, entry) for name in entry.exact)
        self._patterns += [(re.compile(pattern), entry) for pattern in entry.patterns]
        if entry.never:
            self._never[entry.name] = re.compile("|".join(entry.never), re.IGNORECASE)

    def _index(self) -> None:
        lengths: dict[str, set[int]] = {}
        for name in (*self._loose, *map(squeeze, self._exact)):
            lengths.setdefault(name[:_PREFIX], set()).add(len(name))
        self._lengths = {prefix: tuple(sorted(found, reverse=True)) for prefix, found in lengths.items()}

    def find(self, text: str) -> list[Hit]:
        """Entries that the text names, in its order, each once."""
        found: dict[str, Hit] = {}
        for hit in sorted((*self._names(text), *self._matches(text)), key=lambda hit: hit.start):
            never = self._never.get(hit.entry.name)
            if never is None or not any(m.start() < hit.end and m.end() > hit.start for m in never.finditer(text)):
                found.setdefault(hit.entry.name, hit)
        return list(found.values())

    def _matches(self, text: str) -> Iterator[Hit]:
        for pattern, entry in self._patterns:
            for match in pattern.finditer(text):
                yield Hit(entry, match.start(), match.end(), match.group())

    def _names(self, text: str) -> Iterator[Hit]:
        letters, origin = _squeezed(text)
        taken = 0
        for place, start in enumerate(origin):
            if start < taken or not _starts(text, start):
                continue
            for length in self._lengths.get(letters[place : place + _PREFIX], ()):
                last = place + length - 1
                if last >= len(origin) or not _ends(text, end := origin[last] + 1):
                    continue
                span = text[start:end]
                entry = self._exact.get(span) or self._loose.get(letters[place : last + 1])
                if entry is not None:
                    taken = end
                    yield Hit(entry, start, end, span)
                    break


def _plain(entry: Entry) -> Iterable[str]:
    """Names that count in any spelling of case; a name that is a word otherwise is only found by its exact ones."""
    return (*(() if entry.word else (entry.name,)), *entry.aliases, *entry.zh)


def _squeezed(text: str) -> tuple[str, list[int]]:
    """Lower case without separators, and where each character stood."""
    origin = [place for place, letter in enumerate(text) if letter not in " \t\n_-"]
    return "".join([text[place] for place in origin]).lower(), origin


def _starts(text: str, place: int) -> bool:
    letter = text[place]
    return letter.isalnum() and (place == 0 or not text[place - 1].isalnum() or bool(_HAN.match(letter)))


def _ends(text: str, place: int) -> bool:
    """Whether a name may end before this place: not in a word or number, but before the rest of a class's name."""
    if place >= len(text):
        return True
    letter, before = text[place], text[place - 1]
    if letter == "." and before.isdigit():
        return not text[place + 1 : place + 2].isdigit()
    if not letter.isalnum() or _HAN.match(letter) or _HAN.match(before):
        return True
    return bool(_CLASS.match(text, place)) or (letter.isupper() and before.islower())
