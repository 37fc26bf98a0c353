"""The lead topic of a bullet: what stands in front of its colon, or in bold at its start."""

from collections.abc import Sequence
from typing import NamedTuple

from whichpr_kb.notes.elements import Element, cites, plain
from whichpr_kb.notes.lexer import Kind, Token

SHORT_LEAD = 4
"""Words before a colon that are a topic in any bullet; more are a clause of the sentence, unless a list follows."""
LONG_LEAD = 12
"""Words before a colon that are a topic when several references follow."""
_CHARACTERS = 120


class Lead(NamedTuple):
    """A topic, and the elements that remain for the items."""

    topic: str | None
    rest: Sequence[Element]


def take_lead(elements: Sequence[Element]) -> Lead:
    """Split the topic off a block; bold words without a colon are topic and text at once."""
    start = next((i for i, e in enumerate(elements) if not (isinstance(e, Token) and e.kind is Kind.SPACE)), 0)
    bold = start
    while bold < len(elements) and _is_strong(elements[bold]):
        bold += 1
    colon = _colon(elements, start, bold)
    if bold > start and colon is not None:
        return Lead(_clean(elements[start : min(bold, colon)]), elements[colon + 1 :])
    if bold > start:
        return Lead(_clean(elements[start:bold]), elements[start:])
    if colon is not None and _is_topic(elements, start, colon):
        return Lead(_clean(elements[start:colon]), elements[colon + 1 :])
    return Lead(_cited_topic(elements, start), elements[start:])


def _cited_topic(elements: Sequence[Element], start: int) -> str | None:
    """The words of "Engine (#1): more about it", which are topic and text at once."""
    cited = next((index for index in range(start, len(elements)) if cites(elements[index])), len(elements))
    after = elements[cited + 1 : cited + 2]
    if not after or not isinstance(after[0], Token) or after[0].kind is not Kind.COLON:
        return None
    text = _clean(elements[start:cited])
    return text if text and len(text.split()) <= SHORT_LEAD and len(text) <= _CHARACTERS else None


def _is_strong(element: Element) -> bool:
    return isinstance(element, Token) and element.strong


def _colon(elements: Sequence[Element], start: int, bold: int) -> int | None:
    """Index of the colon, or of the dash after bold words, before the first reference and the end of the sentence."""
    depth = words = 0
    for index in range(start, len(elements)):
        element = elements[index]
        if cites(element):
            return None
        if not isinstance(element, Token):
            continue
        depth += (element.kind is Kind.OPEN) - (element.kind is Kind.CLOSE)
        words += index >= bold and element.kind is Kind.SPACE
        if words > LONG_LEAD + 1 or element.kind in (Kind.SEMICOLON, Kind.BREAK, Kind.STOP, Kind.REF):
            return None
        if depth == 0 and element.kind is Kind.COLON:
            return index
        if element.kind is Kind.DASH and bold > start and index <= bold + 1:
            return index
    return None


def _is_topic(elements: Sequence[Element], start: int, colon: int) -> bool:
    text = _clean(elements[start:colon])
    if not text or len(text) > _CHARACTERS or (text.startswith("[") and text.endswith("]")):
        return False
    several = sum(1 for element in elements if cites(element)) > 1
    last = all(isinstance(element, Token) and element.kind is Kind.SPACE for element in elements[colon + 1 :])
    return len(text.split()) <= (LONG_LEAD if several or last else SHORT_LEAD)


def _clean(elements: Sequence[Element]) -> str | None:
    return " ".join(plain(elements).split()).strip(" :：,;—–-.") or None
