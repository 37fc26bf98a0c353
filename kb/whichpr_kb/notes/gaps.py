"""The words between two references: which belong to the item before, which to the item after."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from whichpr_kb.notes.elements import Citation, Element, plain
from whichpr_kb.notes.lexer import Kind, Token

_CONNECTIVES = frozenset({"and", "or", "&", "+", "plus", "then", "/", "和", "与", "及", "以及"})
_WITH = frozenset({"with", "along", "including"})
_CONTINUING = frozenset(
    {"which", "who", "that", "so", "thus", "but", "though", "although", "while", "where", "when", "both", "all", "each"}
    | {"to", "for", "as", "in", "on", "at", "by", "from", "because", "since", "instead", "without", "via", "rather"}
    | {"not", "no", "if", "unless", "until", "especially", "particularly", "notably", "even"}
)
_FILLER = frozenset(["more", "others", "other", "etc", "many", "several", "also", "much", "as", "well"])
_WORDS = (Kind.TEXT, Kind.CODE, Kind.USER, Kind.REF)
_PREFIX = 100
"""Characters of a prefix that a clause's items may share."""
_SHARED_NOUNS = {"fixes": ("for", "to", "in"), "parsers": ("for",), "ports": ("of",)}
"""Nouns whose complement may be a list with a reference each: "fixes for A (#1), B (#2), and C (#3)"."""
_SHARED_NOUN_REACH = 10


class Gap(NamedTuple):
    """`tail` ends the item before, `head` begins the next; `connective`: "and", ", and", "then", "with", "," or ""."""

    tail: Sequence[Element]
    connective: str
    head: Sequence[Element]


def wordy(elements: Iterable[Element]) -> bool:
    """Whether anything is left to read: a word other than a connective, outside a reference."""
    return any(map(_is_word, elements))


def _is_word(element: Element) -> bool:
    if isinstance(element, Citation):
        return any(map(str.isalnum, element.kept))
    return element.kind in _WORDS and element.text.lower() not in _CONNECTIVES and any(map(str.isalnum, element.text))


def _last_word(elements: Sequence[Element]) -> int:
    return next((index for index in range(len(elements) - 1, -1, -1) if _is_word(elements[index])), -1)


def words(elements: Sequence[Element]) -> int:
    """Number of words, counted between spaces."""
    return len(plain(elements).split())


def cut_gap(elements: Sequence[Element]) -> Gap:
    """Cut at a connective right after the reference, or else at the first comma; without one all leads on."""
    start, connective = _connective(elements, 0)
    if connective in ("", "with"):
        comma = _comma(elements, start)
        if comma is not None:
            head, connective = _connective(elements, comma)
            return Gap(elements[:comma], connective, elements[head:])
    return Gap([], connective, elements[start:])


def _connective(elements: Sequence[Element], index: int) -> tuple[int, str]:
    """Index after the commas, dashes and joining words at `index`, and the most telling of them."""
    found = ""
    while index < len(elements):
        element = elements[index]
        if isinstance(element, Citation):
            break
        word = element.text.lower()
        if element.kind is Kind.TEXT and (word in _CONNECTIVES or (word in _WITH and found != "with")):
            joined = ", and" if found.startswith(",") else "and"
            found = "then" if word == "then" else "with" if word in _WITH else joined
        elif element.kind is Kind.COMMA:
            found = found or ","
        elif element.kind not in (Kind.SPACE, Kind.DASH, Kind.STOP, Kind.COLON, Kind.BREAK):
            break
        index += 1
    return index, found


def _comma(elements: Sequence[Element], start: int) -> int | None:
    depth = 0
    for index in range(start, _last_word(elements)):
        element = elements[index]
        if isinstance(element, Citation):
            continue
        depth += (element.kind is Kind.OPEN) - (element.kind is Kind.CLOSE)
        if depth == 0 and element.kind is Kind.COMMA:
            return index
    return None


def continues(head: Sequence[Element]) -> bool:
    """Whether words after a comma go on about the item before: "..., improving X", "..., which ..."."""
    first = next((e for e in head if isinstance(e, Token) and e.kind is not Kind.SPACE), None)
    return (
        first is not None
        and first.kind is Kind.TEXT
        and (first.text.lower() in _CONTINUING or (first.text.endswith("ing") and first.text.islower()))
    )


def is_filler(head: Sequence[Element]) -> bool:
    """Whether nothing but "more" or "others" is said."""
    return set(plain(head).lower().strip(" .!…").split()) <= _FILLER


def opening_prefix(head: Sequence[Element]) -> Sequence[Element]:
    """The words up to a colon or dash in an item, which the items after it share: "new parsers — A (#1), B (#2)"."""
    depth = 0
    noun = ""
    for index, element in enumerate(head[: _last_word(head)]):
        if isinstance(element, Citation):
            continue
        depth += (element.kind is Kind.OPEN) - (element.kind is Kind.CLOSE)
        if element.kind is Kind.TEXT:
            if index < _SHARED_NOUN_REACH and element.text in _SHARED_NOUNS.get(noun, ()):
                return head[: index + 1]
            noun = element.text.lower()
        if depth == 0 and element.kind is Kind.COMMA:
            return ()
        if depth == 0 and element.kind in (Kind.COLON, Kind.DASH) and noun:
            return head[: index + 1] if len(plain(head[:index])) <= _PREFIX else ()
    return ()
