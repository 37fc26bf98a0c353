"""Breaking changes: what is removed, renamed, deprecated, changed by default, or raised to a higher version.

The word "breaking" proves nothing by itself: the text must name the act and what it is done to.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from whichpr_kb.annotate import text_breaking_rules as rules
from whichpr_kb.annotate.text_model import ChangeText, FactDraft
from whichpr_kb.annotate.text_title import read_title

LOST = frozenset({"removed", "renamed", "deprecated"})
"""Acts by which users lose or must rename something."""
_REMOVE = re.compile(rules.REMOVE, re.IGNORECASE)


def find_breaking(change: ChangeText, models: Sequence[str]) -> list[FactDraft]:
    """What title and notes say that users of an older version lose or must change; at most one fact.

    ``models`` are the words of the title that name models. The detail holds the act, what it is done to, and the
    replacement where the text states one.
    """
    title = read_title(change.title)
    elsewhere = rules.UNDONE.search(change.title) or rules.ELSEWHERE.search(title.rest)
    if elsewhere or any(rules.NOT_HERE.match(tag) for tag in (*title.tags, title.scope)):
        return _in_notes(change)
    announced = any(rules.ANNOUNCED.match(tag) for tag in title.tags)
    return _in_title(title.rest, models, announced) or _in_notes(change)


def _in_title(rest: str, models: Sequence[str], announced: bool) -> list[FactDraft]:
    removed = _REMOVE.match(rest)
    if removed and models and _are_all(rest[removed.end() :], models):
        return [_fact("removed", rest, rest[removed.end() :].strip(), rest, "title", 0.9)]
    inner = bool(rules.INNER.search(rest)) and not rules.PUBLIC.search(rest)
    for act, pattern in rules.ACTS:
        found = pattern.search(rest)
        if found and not (act == "removed" and inner):
            return [_fact(act, found.group().strip(), None, rest, "title", 0.8)]
    if announced and rest and not inner:
        return [_fact("removed" if removed else "deprecated", rest, None, rest, "title", 0.7)]
    return []


def _are_all(words: str, models: Sequence[str]) -> bool:
    """Whether the words name models and nothing else."""
    for name in sorted(models, key=len, reverse=True):
        words = re.sub(re.escape(name) + r"\w*", " ", words)
    return bool(rules.NAMES_ONLY.fullmatch(words))


def _in_notes(change: ChangeText) -> list[FactDraft]:
    """The first note item under a heading that announces what breaks."""
    for note in change.notes:
        topic, _, text = note.partition(": ")
        if text and rules.TOPIC.search(topic):
            for act, pattern in rules.ACTS:
                if found := pattern.search(text):
                    return [_fact(act, found.group().strip(), None, text, "notes", 0.8)]
    return []


def _fact(act: str, span: str, what: str | None, text: str, where: str, sure: float) -> FactDraft:
    named = rules.WHAT.search(span)
    done_to = what or (named.group() if named else _REMOVE.sub("", span, count=1).strip())
    replaced = rules.REPLACED.search(text) if act in LOST else None
    new = replaced.group(1) if replaced and replaced.group(1) != done_to else None
    detail = {"act": act, "what": done_to, "replacement": new}
    return FactDraft("breaking", act, span, where, sure, json.dumps(detail, ensure_ascii=False, separators=(",", ":")))
