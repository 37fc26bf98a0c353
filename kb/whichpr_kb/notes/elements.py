"""What a block consists of once its references are found: tokens and citations."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, TypeGuard

from whichpr_kb.notes.lexer import Kind, Token


class Entry(NamedTuple):
    """One named reference in a parenthesis that lists several: "(first fix #1, second fix #2)"."""

    label: str
    pulls: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Citation:
    """A reference: a parenthesis, bare numbers or "by @user in URL"; `kept` is what it leaves in the text."""

    pulls: tuple[int, ...] = ()
    mentions: tuple[int, ...] = ()
    kept: str = ""
    author: str | None = None
    entries: tuple[Entry, ...] = ()


Element = Token | Citation


def cites(element: Element) -> TypeGuard[Citation]:
    """Whether an element ends an item: a citation with pull requests."""
    return isinstance(element, Citation) and bool(element.pulls)


def plain(elements: Iterable[Element]) -> str:
    """Text of elements, with whitespace as it is; a citation leaves what it keeps."""
    return "".join(map(_shown, elements))


def _shown(element: Element) -> str:
    if isinstance(element, Citation):
        return element.kept
    return f"@{element.text}" if element.kind is Kind.USER else element.text
