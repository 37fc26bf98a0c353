"""What a parsed release note consists of."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NoteItem:
    """One change that a release note names.

    `position` counts items in the document, `bullet` the bullets or paragraphs that gave items; both start at 0.
    `section` holds the headings above it, outermost first. `text` is plain text, in which inline code keeps its
    backticks. `pulls` are the item's own pull requests, `mentions` numbers it only speaks of.
    """

    position: int
    bullet: int
    section: tuple[str, ...]
    topic: str | None
    text: str
    pulls: tuple[int, ...]
    mentions: tuple[int, ...]
    author: str | None


@dataclass(frozen=True, slots=True)
class NoteSection:
    """A heading with the items directly below it and its subsections; title "" and level 0 before any heading.

    `level` is 1 to 6 for a heading, 7 for a paragraph that stands for one. Sections without any item are left out.
    """

    title: str
    level: int
    items: tuple[NoteItem, ...]
    sections: tuple["NoteSection", ...]


@dataclass(frozen=True, slots=True)
class Notes:
    """A parsed release note: the tree of its sections, the same items flat, and the counts it states.

    `new_contributors` counts the entries of its "New Contributors" list, which may be shortened; the `stated_` numbers
    are those of its "... commits from ... contributors (... new)" sentence. `truncated` says that the body was longer
    than the parser reads.
    """

    sections: tuple[NoteSection, ...]
    items: tuple[NoteItem, ...]
    new_contributors: int
    stated_commits: int | None
    stated_contributors: int | None
    stated_new_contributors: int | None
    truncated: bool = False
