"""Which numbers of a block are its pull requests: those in parentheses, bare ones, and "by @user in URL"."""

from collections.abc import Sequence

from whichpr_kb.notes.elements import Citation, Element, cites, plain
from whichpr_kb.notes.lexer import Kind, Token
from whichpr_kb.notes.parentheses import closed_pairs, read_parenthesis, reference_parentheses, without_strays
from whichpr_kb.notes.references import REACH, numbers_of, related, run_end, separates

_REVERTS = ("revert", "reland", "reapply")
_QUOTES = ('"', "”", "'", "’", "`")


def find_citations(source: Sequence[Token]) -> list[Element]:
    """The tokens with every reference replaced by its citation; numbers only spoken of stay as tokens."""
    pairs = closed_pairs(source)
    tokens = without_strays(source, pairs)
    ends = reference_parentheses(tokens, pairs)
    reverts = plain(tokens[:4]).lstrip().lower().startswith(_REVERTS)
    elements: list[Element] = []
    index = 0
    while index < len(tokens):
        token = tokens[index]
        if index in ends:
            citation = read_parenthesis(tokens[index : ends[index] + 1])
            index = ends[index] + 1
            quoted = index < len(tokens) and tokens[index].text.startswith(_QUOTES)
            elements.append(_spoken_of(citation) if reverts and quoted else citation)
        elif token.kind is Kind.TEXT and token.text.lower() in ("by", "由") and (found := _byline(tokens, index, ends)):
            citation, index = found
            elements.append(citation)
        elif token.kind is Kind.REF:
            end = run_end(tokens, index)
            elements += _bare(tokens, index, end)
            index = end
        else:
            elements.append(token)
            index += 1
    return elements if any(map(cites, elements)) else _leading(elements)


def _spoken_of(citation: Citation) -> Citation:
    """The reference inside a quoted title: 'Revert "title (#1)" (#2)' is #2."""
    kept = citation.kept or f"({', '.join(f'#{number}' for number in citation.pulls)})"
    return Citation(mentions=citation.pulls + citation.mentions, kept=kept)


def _bare(tokens: Sequence[Token], start: int, end: int) -> list[Element]:
    """A bare run cites when it ends what it stands in ("... routing #1, ... parser #2") and is not spoken of."""
    after = next((token for token in tokens[end : end + 2] if token.kind is not Kind.SPACE), None)
    ends = after is None or separates(after) or after.kind in (Kind.SEMICOLON, Kind.STOP, Kind.BREAK)
    if ends and not related(tokens[max(0, start - REACH - 1) : start]):
        return [Citation(numbers_of(tokens[start:end]))]
    return list(tokens[start:end])


def _leading(elements: list[Element]) -> list[Element]:
    """Numbers that open a block without any other citation are its own: "#12: text"."""
    start = next((i for i, e in enumerate(elements) if isinstance(e, Citation) or e.kind is not Kind.SPACE), None)
    if start is None:
        return elements
    tokens: list[Token] = []
    for element in elements[start:]:
        if isinstance(element, Citation) or not (element.kind is Kind.REF or separates(element)):
            break
        tokens.append(element)
    if not tokens or tokens[0].kind is not Kind.REF:
        return elements
    rest = elements[start + len(tokens) :]
    if rest and isinstance(rest[0], Token) and rest[0].kind in (Kind.COLON, Kind.DASH):
        rest = rest[1:]
    return [Citation(numbers_of(tokens)), Token(Kind.SPACE, " "), *rest]


def _byline(tokens: Sequence[Token], start: int, parentheses: dict[int, int]) -> tuple[Citation, int] | None:
    """The citation "by @user in URL", or "by @user" before the end or a reference, and the index after it."""
    index = _skip(tokens, start + 1)
    users: list[str] = []
    while index < len(tokens) and (tokens[index].kind is Kind.USER or (users and separates(tokens[index]))):
        if tokens[index].kind is Kind.USER:
            users.append(tokens[index].text)
        index += 1
    if not users:
        return None
    if index < len(tokens) and tokens[index].text.lower() in ("in", "在"):
        first = _skip(tokens, index + 1)
        if first < len(tokens) and tokens[first].kind is Kind.REF:
            end = run_end(tokens, first)
            return Citation(numbers_of(tokens[first:end]), author=users[0]), end
    if index == len(tokens) or index in parentheses or tokens[index].kind in (Kind.STOP, Kind.BREAK, Kind.REF):
        return Citation(author=users[0]), index
    return None


def _skip(tokens: Sequence[Token], index: int) -> int:
    return index + 1 if index < len(tokens) and tokens[index].kind is Kind.SPACE else index
