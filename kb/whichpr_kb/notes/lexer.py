"""Leaf text into tokens: words, punctuation, references, users."""

import re
from collections.abc import Iterator
from enum import Enum, auto
from typing import NamedTuple


class Kind(Enum):
    """What a token is; `BREAK` is the end of a paragraph inside a bullet."""

    TEXT = auto()
    SPACE = auto()
    CODE = auto()
    OPEN = auto()
    CLOSE = auto()
    COMMA = auto()
    SEMICOLON = auto()
    COLON = auto()
    STOP = auto()
    DASH = auto()
    REF = auto()
    USER = auto()
    BREAK = auto()


class Token(NamedTuple):
    """A piece of text; `number` is set for a reference to this repository, `text` of a user is its bare name."""

    kind: Kind
    text: str
    number: int = 0
    strong: bool = False


NUMBER = r"[1-9][0-9]{0,6}(?![A-Za-z0-9_])"
"""A pull-request or issue number: GitHub's largest repositories are at six digits."""

_REFERENCE_URL = (
    r"https?://(?:www\.|redirect\.)?github\.com/(?P<{0}owner>[A-Za-z0-9-]{{1,39}})/(?P<{0}name>[A-Za-z0-9_.-]{{1,100}})"
    r"/(?:pull|issues)/(?P<{0}number>" + NUMBER.replace("{", "{{").replace("}", "}}") + r")"
)
_PATTERN = re.compile(
    "|".join(
        (
            r"(?P<url>" + _REFERENCE_URL.format("url_") + r"(?:[/?#](?:[A-Za-z0-9_./?#=&%-]*[A-Za-z0-9_/])?)?)",
            r"(?P<link>https?://[^\s<>()（）,，；。、]+)",
            r"(?P<qualified>(?<![A-Za-z0-9_./-])(?P<owner>[A-Za-z0-9][A-Za-z0-9-]{0,38})/(?P<name>[A-Za-z0-9_.-]{1,100})"
            r"#(?P<qualified_number>" + NUMBER + r"))",
            r"(?P<ref>(?<![A-Za-z0-9_#&])(?:PRs?\s?)?#(?P<ref_number>" + NUMBER + r"))",
            r"(?P<user>(?<![A-Za-z0-9_./`])@(?P<user_name>[A-Za-z0-9](?:[A-Za-z0-9_-]{0,38})(?:\[bot\])?))",
            r"(?P<SPACE>\s+)",
            r"(?P<abbreviation>(?<![A-Za-z0-9])(?:e\.g|i\.e|vs|cf|incl|approx|resp)\.)",
            r"(?P<OPEN>[(（])",
            r"(?P<CLOSE>[)）])",
            r"(?P<COMMA>[，、]|,(?![0-9])|(?<![0-9]),)",
            r"(?P<SEMICOLON>[;；])",
            r"(?P<COLON>：|:(?=\s|$))",
            r"(?P<STOP>[。！？]|[.!?](?=\s|$))",
            r"(?P<DASH>(?<=\s)[—–-](?=\s)|——)",
            r"(?P<TEXT>[^\s()（）,，、;；:：.。!！?？#@]+|.)",
        )
    ),
    re.DOTALL,
)
_TARGET = re.compile(_REFERENCE_URL.format("") + r"(?:[/?#].*)?$", re.DOTALL)
_ZERO_WIDTH = dict.fromkeys(map(ord, "\u200b\u200c\u2060\ufeff\u00ad"))


def visible(text: str) -> str:
    """`text` without zero-width characters, which Renovate puts after "#" and "@" to keep GitHub from linking."""
    return text.translate(_ZERO_WIDTH)


def same_repository(owner: str, name: str, repository: str) -> bool:
    """Whether owner/name is `repository`; GitHub's names know no case."""
    return f"{owner}/{name}".casefold() == repository.casefold()


def link_target(href: str) -> tuple[str, int] | None:
    """The ("owner/name", number) that a link points at when it is GitHub's address of a pull request or issue."""
    match = _TARGET.match(visible(href).strip())
    return (f"{match['owner']}/{match['name']}", int(match["number"])) if match else None


def reference(number: int, strong: bool = False) -> Token:
    """The token of this repository's pull request or issue `number`."""
    return Token(Kind.REF, f"#{number}", number, strong)


def lex(text: str, repository: str, *, strong: bool = False, linked: bool = False) -> Iterator[Token]:
    """Tokens of one leaf; in the text of a link (`linked`) no references, since its address decides them."""
    for match in _PATTERN.finditer(visible(text)):
        token = _token(match, repository, strong)
        yield Token(Kind.TEXT, match[0], 0, strong) if linked and token.kind is Kind.REF else token


def _token(match: re.Match[str], repository: str, strong: bool) -> Token:
    match match.lastgroup:
        case "url" if same_repository(match["url_owner"], match["url_name"], repository):
            return reference(int(match["url_number"]), strong)
        case "qualified" if same_repository(match["owner"], match["name"], repository):
            return reference(int(match["qualified_number"]), strong)
        case "ref":
            return reference(int(match["ref_number"]), strong)
        case "user":
            return Token(Kind.USER, match["user_name"], 0, strong)
        case "SPACE":
            return Token(Kind.SPACE, " ", 0, strong)
        case "OPEN" | "CLOSE" | "COMMA" | "SEMICOLON" | "COLON" | "STOP" | "DASH" as kind:
            return Token(Kind[kind], match[0], 0, strong)
        case _:
            return Token(Kind.TEXT, match[0], 0, strong)
