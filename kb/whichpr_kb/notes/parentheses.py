"""Parentheses that hold references: where they are, and what each part of one says."""

from collections.abc import Sequence

from whichpr_kb.notes.elements import Citation, Entry, plain
from whichpr_kb.notes.lexer import Kind, Token
from whichpr_kb.notes.references import LISTING, numbers_of, related, run_end

_FILLER = frozenset({"via", "in", "by", "with", "and", "pr", "prs", "pull", "request", "thanks", "to", "&"})
_PUNCTUATION = (Kind.SPACE, Kind.COMMA, Kind.SEMICOLON, Kind.COLON, Kind.DASH, Kind.BREAK)


def closed_pairs(tokens: Sequence[Token]) -> dict[int, int]:
    """Index of each parenthesis that is closed, and of the one that closes it."""
    pairs: dict[int, int] = {}
    stack: list[int] = []
    for index, token in enumerate(tokens):
        if token.kind is Kind.OPEN:
            stack.append(index)
        elif token.kind is Kind.CLOSE and stack:
            pairs[stack.pop()] = index
    return pairs


def without_strays(tokens: Sequence[Token], pairs: dict[int, int]) -> list[Token]:
    """Tokens in which parentheses without a partner are text."""
    partners = pairs.keys() | set(pairs.values())
    return [
        token._replace(kind=Kind.TEXT) if token.kind in (Kind.OPEN, Kind.CLOSE) and index not in partners else token
        for index, token in enumerate(tokens)
    ]


def reference_parentheses(tokens: Sequence[Token], pairs: dict[int, int]) -> dict[int, int]:
    """First and last index of each outermost parenthesis that holds a reference itself, not in an inner one."""
    direct: set[int] = set()
    inside: list[int] = []
    for index, token in enumerate(tokens):
        while inside and pairs[inside[-1]] < index:
            inside.pop()
        if index in pairs:
            inside.append(index)
        elif token.kind is Kind.REF and inside:
            direct.add(inside[-1])
    found: dict[int, int] = {}
    last = -1
    for start in sorted(direct):
        if start > last:
            last = found[start] = pairs[start]
    return found


def read_parenthesis(tokens: Sequence[Token]) -> Citation:
    """Read a parenthesis part by part: numbers, named numbers, mentions, authors, and figures that stay as text."""
    pulls: list[int] = []
    mentions: list[int] = []
    kept: list[str] = []
    entries: list[Entry] = []
    named_first = False
    author: str | None = None
    for part in _parts(tokens[1:-1]):
        author = author or next((token.text for token in part if token.kind is Kind.USER), None)
        numbers = numbers_of(part)
        label = _label(part)
        if numbers and _mentioned(part):
            mentions += numbers
            kept.append(plain(part).strip())
        elif numbers:
            named_first = named_first or bool(label and not pulls)
            pulls += numbers
            if label or not entries:
                entries.append(Entry(label, numbers))
            else:
                entries[-1] = Entry(entries[-1].label, entries[-1].pulls + numbers)
            kept += [label] if label else []
        elif label:
            kept.append(label)
    named = tuple(entries) if named_first and sum(bool(entry.label) for entry in entries) > 1 else ()
    text = "" if named or not kept else f"{tokens[0].text}{', '.join(kept)}{tokens[-1].text}"
    return Citation(tuple(dict.fromkeys(pulls)), tuple(dict.fromkeys(mentions)), text, author, named)


def _parts(tokens: Sequence[Token]) -> list[list[Token]]:
    parts: list[list[Token]] = [[]]
    depth = 0
    for token in tokens:
        depth += (token.kind is Kind.OPEN) - (token.kind is Kind.CLOSE)
        if depth == 0 and token.kind in (Kind.COMMA, Kind.SEMICOLON, Kind.BREAK):
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def _mentioned(part: Sequence[Token]) -> bool:
    """Whether the numbers of a part are spoken of: after a word of relation, or in the middle of prose."""
    first = next(index for index, token in enumerate(part) if token.kind is Kind.REF)
    rest = part[run_end(part, first) :]
    words = [token for token in rest if token.kind in (Kind.TEXT, Kind.CODE)]
    prose = any(token.kind in (Kind.TEXT, Kind.CODE) for token in part[:first]) and len(words) > 1
    return related(part[:first]) or (prose and not any(token.kind in (Kind.USER, Kind.REF) for token in rest))


def _label(part: Sequence[Token]) -> str:
    """The words of a part without its numbers and users; "" when nothing but filler is left."""
    words = [token for token in part if token.kind not in (Kind.REF, Kind.USER)]
    while words and (words[-1].kind in _PUNCTUATION or words[-1].text.lower() in _FILLER | LISTING):
        words.pop()
    start = 0
    while start < len(words) and (words[start].kind in _PUNCTUATION or words[start].text.lower() in _FILLER | LISTING):
        start += 1
    return " ".join(plain(words[start:]).split())
