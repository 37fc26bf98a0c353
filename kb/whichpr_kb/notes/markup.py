"""A body's Markdown into HTML that a tree builder reads in linear time, whatever the body holds."""

import re
from collections.abc import Callable
from html import escape, unescape

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, blockquote, list_block
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

BlockRule = Callable[[StateBlock, int, int, bool], bool]

MAX_BODY = 1_000_000
"""Characters read of a body; GitHub accepts 125,000."""
MAX_INLINE = 20_000
"""Characters of a paragraph read as Markdown; a longer one is read as plain text."""
MAX_NESTING = 80
"""Levels of blocks read, two for a list in a list; deeper lists and quotations are read as text."""

_AT_MOST = {"<!": 20, "<?": 20, "[": 300}
"""Openings in one paragraph whose ends markdown-it looks for again and again; with more it is read as plain text."""
_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9-]{0,30})(?![A-Za-z0-9-])([^<>]*)>|<")
_HREF = re.compile(r"""(?:^|\s)href\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE)


def to_html(body: str) -> str:
    """HTML of the first `MAX_BODY` characters of `body`, Markdown or HTML or a mix."""
    return str(_MARKDOWN.render(body[:MAX_BODY]))


def _markdown() -> MarkdownIt:
    # Without indented code: what is indented in a note is a list item or HTML, and code is fenced.
    markdown = MarkdownIt("commonmark", {"html": True, "maxNesting": MAX_NESTING + 20})
    markdown.enable(["table", "strikethrough"]).disable("code")
    markdown.core.ruler.at("inline", _bounded_inline)
    # Beyond its own maxNesting markdown-it drops the rest of the document.
    markdown.block.ruler.at("list", _bounded(list_block), {"alt": ["paragraph", "reference", "blockquote"]})
    markdown.block.ruler.at(
        "blockquote", _bounded(blockquote), {"alt": ["paragraph", "reference", "blockquote", "list"]}
    )
    return markdown


def _bounded(rule: BlockRule) -> BlockRule:
    """`rule` up to `MAX_NESTING`."""

    def bounded(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        return state.level < MAX_NESTING and rule(state, start, end, silent)

    return bounded


def _bounded_inline(state: StateCore) -> None:
    """Parse inline Markdown and clean HTML blocks; text on which a parser could take quadratic time stays plain."""
    for token in state.tokens:
        if token.type == "html_block":
            token.content = _well_formed(token.content)
        elif token.type == "inline":
            token.children = []
            if _is_bounded(token.content):
                state.md.inline.parse(token.content, state.md, state.env, token.children)
            else:
                token.children.append(Token("text", "", 0, content=token.content))


def _is_bounded(content: str) -> bool:
    return len(content) <= MAX_INLINE and all(content.count(opening) <= most for opening, most in _AT_MOST.items())


def _well_formed(html: str) -> str:
    """Whole tags with no attribute but a link's address, and no comments: the standard library's parser looks for the
    end of an open tag or comment again and again."""
    return _TAG.sub(_tag, _without_comments(html))


def _tag(match: re.Match[str]) -> str:
    if match[2] is None:
        return "&lt;"
    href = None if match[1] else _HREF.search(match[3])
    address = next((value for value in href.groups() if value), "") if href else ""
    return f'<{match[1]}{match[2]} href="{escape(unescape(address))}">' if address else f"<{match[1]}{match[2]}>"


def _without_comments(html: str) -> str:
    kept: list[str] = []
    position = 0
    while (start := html.find("<!--", position)) >= 0 and (end := html.find("-->", start)) >= 0:
        kept.append(html[position:start])
        position = end + len("-->")
    return "".join([*kept, html[position:]])


_MARKDOWN = _markdown()
