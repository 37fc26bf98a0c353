"""Sentences of a note that are about the release, not items: its counts, its contributors, its changelog link."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from whichpr_kb.notes.elements import plain
from whichpr_kb.notes.lexer import Token

_COUNT = r"([0-9][0-9,]{0,11})"
_COUNTS = re.compile(
    rf"{_COUNT} commits? (?:from|by) {_COUNT} (?:[a-z]+ )?contributors?(?:[^(.!]{{0,40}}\({_COUNT} (?:are )?new)?"
)
_CHANGELOG = ("full changelog", "compare source", "完整更新日志")
_READ = 2_000
"""Characters of a block in which the counts are looked for."""


class Counts(NamedTuple):
    """What "... commits from ... contributors (... new)" states; None for what it does not."""

    commits: int | None = None
    contributors: int | None = None
    new_contributors: int | None = None


def stated_counts(texts: Iterable[str]) -> Counts:
    """The counts of the first text that states any."""
    for text in texts:
        if match := _COUNTS.search(" ".join(text[:_READ].split())):
            return Counts(*(int(group.replace(",", "")) if group else None for group in match.groups()))
    return Counts()


def is_first_contribution(text: str) -> bool:
    """Whether a bullet is an entry of GitHub's list of new contributors."""
    return " first contribution" in text and text.lstrip().startswith("@")


def without_changelog(tokens: Sequence[Token]) -> Sequence[Token]:
    """Tokens before the link to the comparison with the release before; a bullet right above it runs into it."""
    for index, token in enumerate(tokens):
        if token.text.lower() in ("full", "compare", "完整更新日志"):
            line = plain(tokens[index : index + 4]).lower()
            if line.startswith(_CHANGELOG) and (index == 0 or token.strong or line.endswith((":", "："))):
                return tokens[:index]
    return tokens
