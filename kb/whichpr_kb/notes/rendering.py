"""Drafts into the texts and numbers of items."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from whichpr_kb.notes.elements import Citation, Element, Entry, plain
from whichpr_kb.notes.lexer import Kind, Token
from whichpr_kb.notes.splitting import Draft

_LEADING = re.compile(
    r"(?:(?:and|or|plus|also)\s+(?=\S)|[-—–&+/|]+(?:\s+|$)|[.!?]+(?:\s+|$)|[\s,;:，；：、。]+)*", re.IGNORECASE
)
_DANGLING = (" &", " +", " /", " and", " or", " with")
_ROUNDS = 8
_LISTED = 200
"""Characters of a text that are repeated for each of the names in its parenthesis."""
_TIED = 12
"""Words of an item and the one before it, above which they stay as they are."""
_PREPOSITIONS = frozenset({"for", "to", "on", "of", "in"})
_SENTENCE = re.compile(r"[.!?](?<!e\.g\.)(?<!i\.e\.)(?<!vs\.)\s|[。！？]")
_VERSION = re.compile(r"v?[0-9][\w.]*$")


@dataclass(frozen=True, slots=True)
class ItemText:
    """Text, numbers and author of one item."""

    text: str
    pulls: tuple[int, ...] = ()
    mentions: tuple[int, ...] = ()
    author: str | None = None


def render(draft: Draft) -> list[ItemText]:
    """The item of a draft, or one item for each name when its parenthesis lists several; none without any text."""
    citations = [element for element in draft.elements if isinstance(element, Citation)]
    pulls = _unique(number for citation in citations for number in citation.pulls)
    mentions = _unique((*_spoken(draft.elements), *(number for c in citations for number in c.mentions)))
    author = next((citation.author for citation in citations if citation.author), None)
    text = _text(draft)
    entries = [entry for citation in citations for entry in citation.entries]
    if entries and len(text) <= _LISTED:
        return _listed(text, entries, pulls, author)
    rest = tuple(number for number in mentions if number not in set(pulls))
    return [ItemText(text, pulls, rest, author)] if text or pulls else []


def _listed(text: str, entries: Sequence[Entry], pulls: tuple[int, ...], author: str | None) -> list[ItemText]:
    named = {number for entry in entries for number in entry.pulls}
    others = tuple(number for number in pulls if number not in named)
    first = [ItemText(text, others, (), author)] if others else []
    return first + [
        ItemText(f"{text}: {entry.label}" if text else entry.label, _unique(entry.pulls)) for entry in entries
    ]


def _unique(numbers: Iterable[int]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(numbers))


def _spoken(elements: Sequence[Element]) -> list[int]:
    return [element.number for element in elements if isinstance(element, Token) and element.kind is Kind.REF]


def _text(draft: Draft) -> str:
    text = _tidy(plain(draft.elements))
    if draft.prefix:
        return f"{' '.join(plain(draft.prefix).split())} {text}"
    if draft.before is None or not text:
        return text
    before = _tidy(plain(draft.before.elements)).split()
    if len(before) > _TIED or len(text.split()) > _TIED:
        return text
    return _next_version(before, text) if draft.joined_by == "then" else _next_complement(before, text)


def _next_version(before: Sequence[str], text: str) -> str:
    """The subject of "engine 1.2 (#1) then 1.3 (#2)" for its second item."""
    if len(before) > 1 and _VERSION.match(text) and _VERSION.match(before[-1]):
        return " ".join([*before[:-1], text])
    return text


def _next_complement(before: Sequence[str], text: str) -> str:
    """The head of "support for One (#1) and Two (#2)" for its second item, when that is but a name."""
    name = len(text.split()) <= 2 and (text[0].isupper() or text[0] in "`0123456789")
    last = max((index for index, word in enumerate(before) if word in _PREPOSITIONS), default=0)
    if name and last > 0 and len(before) - last - 1 <= 2:
        return " ".join([*before[: last + 1], text])
    return text


def _tidy(text: str) -> str:
    """Plain text of an item: single spaces, no separators or joining words at its ends, a lone sentence's stop off."""
    text = " ".join(text.split())
    for mark in (",", ".", ";", ":", ")", "，", "。", "；"):
        text = text.replace(f" {mark}", mark)
    start = _LEADING.match(text)
    return _trailing(text[start.end() :] if start else text)


def _trailing(text: str) -> str:
    for _ in range(_ROUNDS):
        shorter = text.rstrip(" ,;:，；：、—–")
        for word in _DANGLING:
            shorter = shorter.removesuffix(word)
        if shorter.endswith((".", "。")) and not shorter.endswith("..") and not _SENTENCE.search(shorter[:-1]):
            shorter = shorter[:-1]
        if shorter == text:
            break
        text = shorter
    return text
