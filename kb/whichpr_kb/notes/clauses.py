"""A block into clauses: at semicolons, sentence ends and paragraph breaks outside parentheses."""

from collections.abc import Sequence
from typing import NamedTuple

from whichpr_kb.notes.elements import Citation, Element
from whichpr_kb.notes.lexer import Kind, Token


class Clause(NamedTuple):
    """The elements of a clause with the sentence's end mark, and whether a semicolon stands before it."""

    elements: list[Element]
    after_semicolon: bool


def split_clauses(elements: Sequence[Element]) -> list[Clause]:
    """The clauses of a block in order; semicolons and breaks themselves are dropped."""
    clauses = [Clause([], False)]
    depth = 0
    for index, element in enumerate(elements):
        if isinstance(element, Citation):
            clauses[-1].elements.append(element)
            continue
        depth += (element.kind is Kind.OPEN) - (element.kind is Kind.CLOSE)
        if depth == 0 and element.kind is Kind.SEMICOLON:
            clauses.append(Clause([], True))
        elif element.kind is Kind.BREAK:
            clauses.append(Clause([Token(Kind.SPACE, " ")], False))
        else:
            clauses[-1].elements.append(element)
            if depth == 0 and element.kind is Kind.STOP and _ends_sentence(element, elements[index + 1 : index + 3]):
                clauses.append(Clause([], False))
    return clauses


def _ends_sentence(stop: Token, following: Sequence[Element]) -> bool:
    if stop.text in "。！？":
        return True
    after = next((e for e in following if isinstance(e, Citation) or e.kind is not Kind.SPACE), None)
    if after is None or isinstance(after, Citation):
        return False
    return after.kind in (Kind.CODE, Kind.OPEN) or after.strong or not after.text[:1].islower()
