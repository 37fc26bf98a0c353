"""The sections of a note: headings, bold paragraphs and summaries that stand for headings, and what is no section."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from whichpr_kb.notes.document import Block
from whichpr_kb.notes.elements import plain
from whichpr_kb.notes.lexer import Kind
from whichpr_kb.notes.model import NoteItem, NoteSection

PSEUDO_LEVEL = 7
"""Level of a paragraph that stands for a heading."""

_VERSION = re.compile(
    r"(?:v?[0-9]+(?:\.[0-9]+)+[0-9A-Za-z.+-]*|v[0-9]+|[\w.-]{1,40} v[0-9]+\.[0-9][0-9A-Za-z.+-]*"
    r"|(?:[\w.-]{1,40} )?v?[0-9][0-9A-Za-z.+-]* release notes)(?: \(.{0,40}\))?",
    re.IGNORECASE,
)
_GENERATED = frozenset({"what's changed", "new contributors", "contributors"})
_NEW_PEOPLE = frozenset({"new contributors", "新贡献者"})
_PEOPLE = _NEW_PEOPLE | {
    "contributors",
    "list of contributors",
    "all contributors",
    "thanks",
    "acknowledgements",
    "贡献者",
}
_WRAPPERS = frozenset({"release notes", "changelog", "release notes & changelog"})
_COMMIT_LISTS = frozenset({"commits", "full changelog"})
_PSEUDO_WORDS = 12
_DEEPEST = 20
"""Sections inside one another; a summary deeper than that opens none."""


@dataclass(slots=True)
class _Open:
    title: str
    level: int
    items: list[NoteItem] = field(default_factory=list)
    sections: list["_Open"] = field(default_factory=list)


class Outline:
    """Follows the headings of a document and holds its items, flat and by section."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self.items: list[NoteItem] = []
        self._root = _Open("", 0)
        self._stack = [self._root]
        self._details: list[int] = []
        titles = [block for block in blocks if block.kind == "heading" and _VERSION.fullmatch(_title(block))]
        self._title = titles[0] if len(titles) == 1 else None

    @property
    def path(self) -> tuple[str, ...]:
        """Titles of the sections open now, outermost first."""
        return tuple(section.title for section in self._stack[1:])

    @property
    def in_new_contributors(self) -> bool:
        """Whether the current section lists new contributors."""
        return any(_plain_title(title) in _NEW_PEOPLE for title in self.path)

    @property
    def in_people(self) -> bool:
        """Whether the current section lists people, or Dependabot's commits, and no items."""
        return any(_plain_title(title) in _PEOPLE | _COMMIT_LISTS for title in self.path)

    def append(self, item: NoteItem) -> None:
        """Add an item to the current section."""
        self.items.append(item)
        self._stack[-1].items.append(item)

    def enter(self, block: Block) -> bool:
        """Follow a block that opens or closes a section; False when it is content."""
        if block.kind == "end":
            del self._stack[self._details.pop() if self._details else len(self._stack) :]
            return True
        title = _title(block)
        if block.kind == "summary":
            self._details.append(len(self._stack))
            if title and _plain_title(title) not in _WRAPPERS and len(self._stack) < _DEEPEST:
                self._push(title, self._stack[-1].level + 1)
        elif block.kind == "heading" or (block.kind == "paragraph" and _is_pseudo(block, title)):
            self._head(block, title)
        else:
            return False
        return True

    def _head(self, block: Block, title: str) -> None:
        level = block.level or PSEUDO_LEVEL
        floor = self._details[-1] if self._details else 1
        if block is self._title or not title or _plain_title(title) in _WRAPPERS:
            level, title = min(level, 1), ""
        while len(self._stack) > floor and (self._stack[-1].level >= level or _plain_title(title) in _GENERATED):
            self._stack.pop()
        if title:
            self._push(title, level)

    def _push(self, title: str, level: int) -> None:
        section = _Open(title, level)
        self._stack[-1].sections.append(section)
        self._stack.append(section)

    def tree(self) -> tuple[NoteSection, ...]:
        """The sections that hold items, as the model has them."""
        sections = tuple(_freeze(section) for section in self._root.sections if _filled(section))
        root = (NoteSection("", 0, tuple(self._root.items), ()),) if self._root.items else ()
        return root + sections


def _freeze(section: _Open) -> NoteSection:
    inner = tuple(_freeze(child) for child in section.sections if _filled(child))
    return NoteSection(section.title, section.level, tuple(section.items), inner)


def _filled(section: _Open) -> bool:
    return bool(section.items) or any(map(_filled, section.sections))


def _title(block: Block) -> str:
    return " ".join(plain(block.tokens).split()).strip("` :：") if block.kind != "bullet" else ""


def _plain_title(title: str) -> str:
    return re.sub(r"[^\w' &]+", "", title.replace("’", "'").casefold()).strip()


def _is_pseudo(block: Block, title: str) -> bool:
    """Whether a paragraph is a heading in all but markup: nothing but bold words, or a title GitHub generates."""
    if any(token.kind is Kind.REF for token in block.tokens) or len(title.split()) > _PSEUDO_WORDS or not title:
        return False
    return _plain_title(title) in _GENERATED or all(
        token.strong or token.kind in (Kind.SPACE, Kind.COLON, Kind.BREAK) for token in block.tokens
    )
