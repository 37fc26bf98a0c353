"""Release notes read into single items: the text of each, its pull requests, its section and its topic.

The stages, in order: `markup` and `document` (Markdown or HTML into blocks), `lexer` (leaf text into tokens),
`citations` with `parentheses` and `references` (which numbers are a block's pull requests), `lead` (its topic),
`splitting` with `clauses` and `gaps` (one bullet into items), `rendering` (their text), `outline` and `statements`
(sections, and what is no item), `parse` (the pipeline).
"""

from whichpr_kb.notes.model import NoteItem, Notes, NoteSection
from whichpr_kb.notes.parse import PARSER_VERSION, parse_notes

__all__ = ["PARSER_VERSION", "NoteItem", "NoteSection", "Notes", "parse_notes"]
