"""What a commit's subject and body say of pull requests: its number, what it reverts, what it was picked from."""

from __future__ import annotations

import re
from dataclasses import dataclass

_SQUASHED = re.compile(r"\s*\(#(\d{1,9})\)\s*$")
_MERGED = re.compile(r"Merge pull request #(\d{1,9})\b(?: from (\S+))?")
_NUMBER = re.compile(r"#(\d{1,9})\b")
_REVERT = re.compile(r"(?:\[[^\]]*\]\s*)*revert(?:s|ed|ing)?\b[:\s]*(.*)", re.IGNORECASE | re.DOTALL)
_REVERTS_COMMIT = re.compile(r"This reverts commit ([0-9a-f]{7,40})")
_REVERTS_PULL = re.compile(r"^\s*(?:This )?reverts? (?:PR |pull request )?(?:[\w.-]+/[\w.-]+)?#(\d{1,9})", re.I | re.M)
_PICKED = re.compile(r"\(cherry picked from commit ([0-9a-f]{7,40})\)")
_BACKPORT = re.compile(
    r"(?:back-?ports?|cherry-?picks?)(?: of)?\s+(?:PR\s+)?(?:[\w.-]+/[\w.-]+)?#(\d{1,9})", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Subject:
    """A subject understood. ``title`` is without its number; ``how`` is "squash", "merge" or None for no number."""

    title: str
    number: int | None = None
    how: str | None = None


@dataclass(frozen=True, slots=True)
class Origin:
    """What a change undoes or repeats: numbers or shas as the text names them, None where it names none."""

    reverts: str | None = None
    picked_from: str | None = None


def read_subject(subject: str, body: str) -> Subject:
    """Number and title: the last ``(#N)`` at the end of the subject, or ``Merge pull request #N``.

    The title of a merged pull request is the first line of the merge commit's body.
    """
    squashed = _SQUASHED.search(subject)
    if squashed:
        return Subject(subject[: squashed.start()].strip() or subject, int(squashed.group(1)), "squash")
    merged = _MERGED.match(subject)
    if merged:
        first = next((line.strip() for line in body.splitlines() if line.strip()), "")
        return Subject(first or merged.group(2) or subject, int(merged.group(1)), "merge")
    return Subject(subject)


def read_origin(title: str, body: str) -> Origin:
    """What the change reverts or was picked from; a title "Revert "Revert …"" brings back, and reverts the revert."""
    return Origin(_reverts(title, body), _picked_from(title, body))


def _reverts(title: str, body: str) -> str | None:
    revert = _REVERT.match(title)
    commit = _REVERTS_COMMIT.search(body)
    if not revert:
        return None
    numbers = _NUMBER.findall(revert.group(1))
    if numbers:
        return str(numbers[-1])
    pull = _REVERTS_PULL.search(body)
    if pull:
        return pull.group(1)
    return commit.group(1) if commit else None


def _picked_from(title: str, body: str) -> str | None:
    picked = _PICKED.search(body)
    if picked:
        return picked.group(1)
    backport = _BACKPORT.search(title) or _BACKPORT.search(body[:500])
    return backport.group(1) if backport else None
