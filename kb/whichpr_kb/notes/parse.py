"""From a body to `Notes`: blocks, sections, and the items of each bullet."""

from collections.abc import Sequence

from whichpr_kb.notes.citations import find_citations
from whichpr_kb.notes.document import Block, read_blocks
from whichpr_kb.notes.elements import cites, plain
from whichpr_kb.notes.lead import take_lead
from whichpr_kb.notes.lexer import Token
from whichpr_kb.notes.markup import MAX_BODY
from whichpr_kb.notes.model import NoteItem, Notes
from whichpr_kb.notes.outline import Outline
from whichpr_kb.notes.rendering import ItemText, render
from whichpr_kb.notes.splitting import split_items
from whichpr_kb.notes.statements import is_first_contribution, stated_counts, without_changelog

PARSER_VERSION: int = 2
"""Raised whenever the same body may give other items."""


def parse_notes(body: str, repository: str) -> Notes:
    """Parse a release note's body, Markdown or HTML or a mix, without front matter.

    `repository` ("vllm-project/vllm") is the one whose numbers count; links to others stay text. Never raises; reads
    the first `MAX_BODY` characters.
    """
    blocks = read_blocks(body, repository)
    outline = Outline(blocks)
    counts = stated_counts(plain(block.tokens) for block in blocks if block.kind in ("paragraph", "bullet"))
    collector = _collect(outline, blocks, prose=False)
    if not outline.items:  # notes that are nothing but prose say it in their paragraphs
        outline = Outline(blocks)
        collector = _collect(outline, blocks, prose=True)
    return Notes(
        sections=outline.tree(),
        items=tuple(outline.items),
        new_contributors=collector.new_contributors,
        stated_commits=counts.commits,
        stated_contributors=counts.contributors,
        stated_new_contributors=counts.new_contributors,
        truncated=len(body) > MAX_BODY,
    )


def _collect(outline: Outline, blocks: Sequence[Block], *, prose: bool) -> "_Collector":
    collector = _Collector(outline, prose=prose)
    for block in blocks:
        if not outline.enter(block):
            collector.add(block)
    return collector


class _Collector:
    """Turns bullets and paragraphs into items of an outline; with ``prose``, paragraphs that cite nothing as well."""

    def __init__(self, outline: Outline, *, prose: bool) -> None:
        self._prose = prose
        self.new_contributors = 0
        self._outline = outline
        self._bullet = 0
        self._labels: dict[int, str | None] = {}

    def add(self, block: Block) -> None:
        text = plain(block.tokens[:40])
        if block.kind == "bullet" and (self._outline.in_new_contributors or is_first_contribution(text)):
            self.new_contributors += 1
        elif not self._outline.in_people:
            self._add_items(block)

    def _add_items(self, block: Block) -> None:
        elements = find_citations(without_changelog(_without_checkbox(block.tokens)))
        cited = any(map(cites, elements))
        if block.kind == "paragraph" and not cited and not self._tells(block):
            return
        lead = take_lead(elements)
        texts = [text for draft in split_items(lead.rest) for text in render(draft)]
        if block.children:
            self._labels[id(block)] = lead.topic or (texts[0].text if texts else None)
            if not cited and (lead.topic is None or not texts or texts[0].text == lead.topic):
                return
        if not texts and lead.topic and not block.children:
            texts, lead = [ItemText(lead.topic)], lead._replace(topic=None)
        alone = len(texts) == 1 and texts[0].text == lead.topic
        self._append(texts, self._topic(block, None if alone else lead.topic))

    def _tells(self, block: Block) -> bool:
        """Whether a paragraph that cites nothing is an item: in notes without any other, unless it only counts."""
        return self._prose and stated_counts([plain(block.tokens)]).commits is None

    def _topic(self, block: Block, own: str | None) -> str | None:
        above = self._labels.get(id(block.parent)) if block.parent else None
        return f"{above}: {own}" if above and own else own or above

    def _append(self, texts: Sequence[ItemText], topic: str | None) -> None:
        for text in texts:
            item = NoteItem(
                position=len(self._outline.items),
                bullet=self._bullet,
                section=self._outline.path,
                topic=topic,
                text=text.text or topic or f"#{text.pulls[0]}",
                pulls=text.pulls,
                mentions=text.mentions,
                author=text.author,
            )
            self._outline.append(item)
        self._bullet += bool(texts)


def _without_checkbox(tokens: Sequence[Token]) -> Sequence[Token]:
    """Tokens without the "[x]" of a task list."""
    start = plain(tokens[:4]).lstrip().lower()
    if start.startswith(("[x] ", "[ ] ")):
        end = next((index for index, token in enumerate(tokens) if "]" in token.text), -1)
        return tokens[end + 1 :]
    return tokens
