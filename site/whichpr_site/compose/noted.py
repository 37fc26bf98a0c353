"""Sections from the official notes: their highlights, what they break, and the rest by heading."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

from whichpr_kb.catalogue import load_catalogue
from whichpr_site.article import About, Entry, Group, Label
from whichpr_site.compose.refs import Refs
from whichpr_site.material import Note

_BREAKING = re.compile(
    r"\b(?:deprecat\w*|remov\w+|breaking|dependenc\w+|upgrad\w+|migrat\w+)\b|弃用|移除", re.IGNORECASE
)
_HIGHLIGHT = re.compile(r"\bhighlights?\b|亮点", re.IGNORECASE)
_GENERAL = re.compile(r"(?:what'?s changed|changes|changelog|highlights)?", re.IGNORECASE)
_ABOUT = 2  # sentences of explanation under one heading


def is_breaking(note: Note) -> bool:
    """Whether a heading above the note says that users lose something or must change something."""
    return any(_BREAKING.search(title) for title in note.section)


def is_highlight(note: Note) -> bool:
    """Whether the note stands directly under the heading "Highlights"."""
    return bool(note.section) and bool(_HIGHLIGHT.search(note.section[-1]))


def by_topic(refs: Refs, notes: Iterable[Note]) -> list[Group]:
    """A group a lead topic, in the notes' order; notes without a topic share one."""
    return _groups(notes, lambda note: note.topic or "", lambda topic, found: _topic_group(refs, topic, found))


def by_heading(refs: Refs, notes: Iterable[Note]) -> list[Group]:
    """A group a heading, in the notes' order."""
    return _groups(
        notes, lambda note: note.section[-1] if note.section else "", lambda title, found: _heading(refs, title, found)
    )


def _groups(
    notes: Iterable[Note], of: Callable[[Note], str], make: Callable[[str, Sequence[Note]], Group]
) -> list[Group]:
    found: dict[str, list[Note]] = {}
    for note in notes:
        found.setdefault(of(note), []).append(note)
    return [make(name, members) for name, members in found.items()]


def _topic_group(refs: Refs, topic: str, notes: Sequence[Note]) -> Group:
    entries = tuple(Entry(None, (refs.note(note),)) for note in notes)
    label = Label(text=topic) if topic else Label(key="group_more")
    return Group(label, entries, about(refs, topic, notes))


def _heading(refs: Refs, title: str, notes: Sequence[Note]) -> Group:
    entries = []
    for _, found in groupby(notes, key=lambda note: (note.bullet, note.topic)):
        bullet = list(found)
        topic = bullet[0].topic
        said = len(bullet) == 1 and topic is not None and topic.casefold() in bullet[0].text.casefold()
        entries.append(Entry(None if said else topic, tuple(refs.note(note) for note in bullet)))
    label = Label(key="group_changes") if _GENERAL.fullmatch(title) else Label(text=title)
    return Group(label, tuple(entries))


def about(refs: Refs, topic: str, notes: Sequence[Note]) -> tuple[About, ...]:
    """What the models and features of a heading are: those that it names and that its pull requests are about."""
    catalogue = load_catalogue()
    found: dict[str, About] = {}
    for note in notes:
        for number in note.pulls:
            for fact in refs.material.facts.get(str(number), ()):
                entry = catalogue.find(fact["name"], fact["value"]) if fact["name"] in ("model", "feature") else None
                if entry and entry.about and entry.name.casefold() in topic.casefold():
                    found.setdefault(entry.name, About(entry.name, entry.about["en"], entry.about["zh"]))
    longest = sorted(found, key=len, reverse=True)
    kept = [name for name in longest if not any(name in other for other in longest if other != name)]
    return tuple(found[name] for name in kept[:_ABOUT])
