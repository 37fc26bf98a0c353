"""A body, Markdown or HTML or both, into blocks of tokens.

markdown-it renders the Markdown around the HTML that the body holds, so that one walk over BeautifulSoup's tree sees
both: a `<details>` opened in one HTML block and closed in another needs no special case.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from bs4 import BeautifulSoup
from bs4.element import NavigableString, Tag

from whichpr_kb.notes.lexer import Kind, Token, lex, link_target, reference, visible
from whichpr_kb.notes.markup import to_html

_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_SKIPPED = frozenset({"pre", "script", "style", "svg", "template", "head", "title", "textarea"})
_INLINE = frozenset(
    {"a", "abbr", "b", "bdi", "bdo", "br", "cite", "code", "del", "dfn", "em", "font", "g-emoji", "i", "img", "input"}
    | {
        "ins",
        "kbd",
        "mark",
        "q",
        "s",
        "samp",
        "small",
        "span",
        "strike",
        "strong",
        "sub",
        "sup",
        "tt",
        "u",
        "var",
        "wbr",
    }
)

BlockKind = Literal["heading", "bullet", "paragraph", "summary", "end"]


@dataclass(slots=True, eq=False)
class Block:
    """A heading, list item, paragraph or summary; "end" closes the section that a summary opened.

    `level` is a heading's; `parent` the list item around a list item; `children` says that there are list items in it.
    """

    kind: BlockKind
    level: int = 0
    parent: "Block | None" = None
    tokens: list[Token] = field(default_factory=list)
    children: bool = False


def read_blocks(body: str, repository: str) -> list[Block]:
    """The blocks of `body` in order, each parent before what it holds."""
    walk = _Walk(repository)
    for node, opening in _events(BeautifulSoup(to_html(body), "html.parser")):
        if isinstance(node, NavigableString):
            walk.text(node)
        elif opening:
            walk.open(node)
        else:
            walk.close(node)
    return walk.blocks


def _events(root: Tag) -> Iterator[tuple[Tag | NavigableString, bool]]:
    """Every element twice, opening and closing, and every text once; no recursion, so no depth is too much."""
    stack = [(root, iter(root.contents))]
    while stack:
        parent, children = stack[-1]
        node = next(children, None)
        if node is None:
            stack.pop()
            if stack:
                yield parent, False
        elif isinstance(node, Tag):
            if node.name not in _SKIPPED:
                yield node, True
                stack.append((node, iter(node.contents)))
        elif type(node) is NavigableString:
            yield node, True


class _Walk:
    """Collects blocks from the elements of a document."""

    def __init__(self, repository: str) -> None:
        self.blocks: list[Block] = []
        self._repository = repository
        self._open: list[Block] = []
        self._loose: Block | None = None
        self._strong = 0
        self._code: list[str] = []
        self._in_code = 0
        self._links = 0
        self._link: tuple[list[Token], int] = ([], 0)

    def text(self, node: NavigableString) -> None:
        if self._in_code:
            self._code.append(str(node))
        elif self._open or self._loose or not node.isspace():
            self._add(lex(str(node), self._repository, strong=self._strong > 0, linked=self._links > 0))

    def open(self, node: Tag) -> None:
        match node.name:
            case "strong" | "b":
                self._strong += 1
            case "code" | "tt":
                self._in_code += 1
            case "a":
                self._links += 1
                if self._links == 1:
                    self._link = (self._tokens(), len(self._tokens()))
            case "br":
                self._add([Token(Kind.SPACE, " ")])
            case name if name not in _INLINE:
                self._open_block(node)

    def close(self, node: Tag) -> None:
        match node.name:
            case "strong" | "b":
                self._strong -= 1
            case "code" | "tt":
                self._close_code()
            case "a":
                self._links -= 1
                if not self._links:
                    self._close_link(str(node.get("href") or ""))
            case name if name not in _INLINE:
                self._close_block(node)

    def _tokens(self) -> list[Token]:
        """The tokens of the block that text goes to now; a new paragraph when there is none."""
        if self._open:
            return self._open[-1].tokens
        if self._loose is None:
            self._loose = Block("paragraph")
            self.blocks.append(self._loose)
        return self._loose.tokens

    def _add(self, tokens: Iterator[Token] | list[Token]) -> None:
        self._tokens().extend(tokens)

    def _begin(self, block: Block) -> None:
        self.blocks.append(block)
        self._open.append(block)

    def _open_block(self, node: Tag) -> None:
        if node.name in ("td", "th"):
            self._add([Token(Kind.SPACE, " ")])
            return
        self._loose = None
        if level := _HEADINGS.get(node.name):
            self._begin(Block("heading", level))
        elif node.name == "summary":
            self._begin(Block("summary"))
        elif node.name == "li":
            parent = self._open[-1] if self._open and self._open[-1].kind == "bullet" else None
            if parent:
                parent.children = True
            self._begin(Block("bullet", parent=parent))
        elif self._open and any(token.kind is not Kind.SPACE for token in self._open[-1].tokens):
            self._add([Token(Kind.BREAK, " ")])

    def _close_block(self, node: Tag) -> None:
        if node.name in ("td", "th"):
            return
        self._loose = None
        if node.name in _HEADINGS or node.name in ("summary", "li"):
            self._open.pop()
        elif node.name == "details":
            self.blocks.append(Block("end"))

    def _close_code(self) -> None:
        self._in_code -= 1
        if self._in_code:
            return
        content = visible("".join(self._code)).strip()
        self._code.clear()
        if self._links and content.startswith("@"):
            # Dependabot writes users as code so as not to notify them.
            self._add(lex(content, self._repository, strong=self._strong > 0, linked=True))
        elif content:
            self._add([Token(Kind.CODE, f"`{content}`", 0, self._strong > 0)])

    def _close_link(self, href: str) -> None:
        """Put the reference of a link in place of its text, or behind it when the text says more than the number."""
        tokens = self._tokens()
        start = self._link[1] if self._link[0] is tokens else 0
        target = link_target(href)
        if target is None:
            return
        text = "".join(token.text for token in tokens[start:]).strip()
        repository, number = target
        own = repository.casefold() == self._repository.casefold()
        bare = text.endswith(str(number)) and (text.startswith(("#", "http")) or "#" in text) and " " not in text
        if own and (bare or not text or text == str(number)):
            tokens[start:] = [reference(number, self._strong > 0)]
        elif own:
            tokens += [Token(Kind.SPACE, " "), reference(number, self._strong > 0)]
        elif bare:
            tokens[start:] = [Token(Kind.TEXT, f"{repository}#{number}", 0, self._strong > 0)]
