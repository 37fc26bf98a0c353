"""What a question may name, kept beside the index so that a search need not read the catalogue."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from whoosh.support.levenshtein import distance

from whichpr_kb.errors import IndexingError
from whichpr_kb.index.analysis import IS_CJK
from whichpr_kb.names import squeeze

_PLAIN = re.compile(r"[a-z]{3,30}")
_COMMON = 3  # titles that must have a word before it is offered as a correction


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Aliases to (kind, canonical name), ``chinese`` those with Chinese characters, the longest first; the words
    of both languages that ask and say nothing of the subject; and the words of titles with how many have them.
    """

    aliases: Mapping[str, list[tuple[str, str]]]
    en: frozenset[str]
    zh: tuple[str, ...]
    words: Mapping[str, int]
    chinese: tuple[str, ...]

    @classmethod
    def read(cls, folder: Path) -> Lexicon:
        """The lexicon that was written with the index; raises IndexingError when it is not there."""
        try:
            data = json.loads((folder / "lexicon.json").read_text("utf-8"))
            aliases = {alias: [(kind, name) for kind, name in names] for alias, names in data["aliases"].items()}
            return cls(aliases, frozenset(data["en"]), tuple(data["zh"]), data["words"], _chinese(aliases))
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise IndexingError("the search index is incomplete", "Run whichpr index --rebuild.") from error

    def canonical(self, kind: str, given: str) -> str | None:
        """The canonical name of that kind for a name or alias."""
        found = self.aliases.get(squeeze(given), [])
        return next((name for known, name in found if known == kind), None)

    def similar(self, word: str) -> str | None:
        """The commonest title word within one edit (two for long words) of one that no title has; None otherwise."""
        if len(word) < 4 or not word.isascii() or word in self.words:
            return None
        edits = 1 if len(word) < 6 else 2
        near = [
            known
            for known in self.words
            if known[0] == word[0] and abs(len(known) - len(word)) <= edits and distance(known, word, edits) <= edits
        ]
        return max(near, key=lambda known: self.words[known], default=None)


def _chinese(aliases: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted((alias for alias in aliases if IS_CJK.search(alias)), key=lambda alias: (-len(alias), alias)))


def write_lexicon(folder: Path, titles: Iterable[str]) -> None:
    """Writes the lexicon beside the index: the catalogue's names, the question words, and the words of titles."""
    import yaml

    from whichpr_kb.catalogue import load_catalogue

    aliases: dict[str, list[tuple[str, str]]] = {}
    catalogue = load_catalogue()
    for kind in ("model", "feature", "hardware"):
        for entry in catalogue.entries(kind):
            for alias in (entry.name, *entry.aliases, *entry.zh):
                names = aliases.setdefault(squeeze(alias), [])
                if (kind, entry.name) not in names:
                    names.append((kind, entry.name))
    words = yaml.safe_load(files("whichpr_kb.index").joinpath("question_words.yml").read_text("utf-8"))
    counted = Counter(word for title in titles for word in set(_PLAIN.findall(title.lower())))
    data: dict[str, Any] = {
        "words": {word: count for word, count in sorted(counted.items()) if count >= _COMMON},
        "aliases": aliases,
        "en": sorted(words["en"].split()),
        "zh": sorted(words["zh"], key=lambda phrase: (-len(phrase), phrase)),
    }
    fresh = folder / "lexicon.new"
    fresh.write_text(json.dumps(data, ensure_ascii=False), "utf-8")
    fresh.replace(folder / "lexicon.json")
