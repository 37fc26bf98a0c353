"""Runs of numbers, and the words before them that make them something the text only speaks of."""

import re
from collections.abc import Iterable, Sequence

from whichpr_kb.notes.elements import plain
from whichpr_kb.notes.lexer import Kind, Token

_RELATION = re.compile(
    r"(?:^|[^a-z])(?:(?:introduc|caus|broken|regress|add|report|discuss|track|describ|revert|back-?port|port|"
    r"cherry-?pick|continu|superse|propos|rais|mention)[a-z]{0,9}[ -](?:in|by|from|with|of|at|on|since)"
    r"|(?:part|because|successor|instead|ahead|result) of|follow(?:s|ing)?(?:[ -]?up)?(?: (?:to|of|on|for))?"
    r"|(?:due|related|relates|similar|thanks|compared) to|(?:depends?|based|building|builds) on|on top of"
    r"|reverts|reverting|fix(?:es|ed|ing)|closes|closed|closing|resolve[sd]|resolving|addresses|addressing"
    r"|supersed(?:es|ed|ing)|replac(?:es|ing)|see|see also|issues?|rfcs?|since|after|before|unlike|from|cf\.|refs?"
    r"|re|per|discussions?|tracker)[ :]*$"
    r"|(?:^|[,;:(]|and|also|to) *(?:fix|close|resolve|address|revert|replace|reland|reapply)[ :]*$"
)
"""Words after which a number is spoken of; "fix" and the like only as a verb, since "startup fix #1" names its own."""
REACH = 6
"""Tokens before a number that decide what it is to the item."""
LISTING = frozenset({"and", "or", "&", "/", "+"})
"""Words and signs between the numbers of one run."""


def run_end(tokens: Sequence[Token], start: int) -> int:
    """Index after the numbers that follow the one at `start` with nothing but separators between."""
    end = index = start + 1
    while index < len(tokens) and separates(tokens[index]):
        index += 1
        if index < len(tokens) and tokens[index].kind is Kind.REF:
            index += 1
            end = index
    return end


def separates(token: Token) -> bool:
    """Whether a token stands between the numbers of one run."""
    return token.kind in (Kind.SPACE, Kind.COMMA) or (token.kind is Kind.TEXT and token.text.lower() in LISTING)


def related(before: Sequence[Token]) -> bool:
    """Whether the words before a number make it one that is only spoken of."""
    text = plain(before[-REACH:]).lower()[-80:]
    return _RELATION.search(text if len(before) <= REACH else f"… {text}") is not None


def numbers_of(tokens: Iterable[Token]) -> tuple[int, ...]:
    """The numbers of the references among tokens, each once."""
    return tuple(dict.fromkeys(token.number for token in tokens if token.kind is Kind.REF))
