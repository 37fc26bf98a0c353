"""Which change undoes which, and which repeats which on another branch."""

from __future__ import annotations

import re
from collections.abc import Iterable

from whichpr_kb.annotate.changes import DraftChange, History
from whichpr_kb.annotate.subjects import read_origin

_QUOTED = re.compile(r"(?:\[[^\]]*\]\s*)*revert\s+[\"“](.+)[\"”]\s*$", re.IGNORECASE | re.DOTALL)
_INNER_NUMBER = re.compile(r"\(#(\d{1,9})\)$")


class Relations:
    """``reverts`` and ``backport_of`` by change key; ``reverted_by`` names the revert that still stands."""

    def __init__(self) -> None:
        self.reverts: dict[str, str] = {}
        self.backport_of: dict[str, str] = {}
        self.reverted_by: dict[str, str] = {}


def find_relations(history: History, changes: Iterable[DraftChange]) -> Relations:
    """Reads every change's own words. A revert that was itself reverted no longer undoes anything."""
    found = Relations()
    by_key = {change.key: change for change in changes}
    shas = _Shas(history)
    titles = _by_title(by_key.values())
    for change in by_key.values():
        origin = read_origin(change.title, change.body)
        target = shas.key(origin.reverts) or _quoted(change, titles)
        if target is not None and target in by_key and _when(change) > _when(by_key[target]):
            found.reverts[change.key] = target
        picked = shas.key(origin.picked_from or _inner_number(history, change))
        if picked is not None and picked in by_key and picked != change.key and change.key not in found.reverts:
            found.backport_of[change.key] = picked
    for key, target in sorted(found.reverts.items(), key=lambda pair: _when(by_key[pair[0]])):
        if _stands(key, found.reverts):
            found.reverted_by.setdefault(target, key)
    return found


def _by_title(changes: Iterable[DraftChange]) -> dict[str, list[DraftChange]]:
    found: dict[str, list[DraftChange]] = {}
    for change in changes:
        found.setdefault(change.title.strip(), []).append(change)
    return found


def _quoted(change: DraftChange, titles: dict[str, list[DraftChange]]) -> str | None:
    """The newest change before this one whose title it quotes after "Revert", where it names no number or sha."""
    quoted = _QUOTED.match(change.title)
    before = [one for one in titles.get(quoted.group(1).strip(), ()) if _when(one) < _when(change)] if quoted else []
    return max(before, key=_when).key if before else None


class _Shas:
    """Resolves what a text names: a number, a sha or the beginning of one."""

    def __init__(self, history: History) -> None:
        self._key_of = history.key_of
        self._short = {sha[:7]: sha for sha in history.key_of}

    def key(self, named: str | None) -> str | None:
        """The change's key; a number stands for itself."""
        if named is None:
            return None
        sha = self._short.get(named[:7])
        if sha is not None and sha.startswith(named):
            return self._key_of[sha]
        return named


def _inner_number(history: History, change: DraftChange) -> str | None:
    """The number that a cherry-pick with a pull request of its own keeps from the original: "title (#N) (#M)"."""
    if not change.shas or any(sha in history.on_main for sha in change.shas):
        return None
    inner = _INNER_NUMBER.search(change.title)
    return inner.group(1) if inner else None


def _when(change: DraftChange) -> tuple[float, str]:
    """A strict order, so that no chain of reverts can close: later, or of unknown time and by key."""
    return (change.merged_at.timestamp() if change.merged_at else 0.0, change.key)


def _stands(key: str, reverts: dict[str, str]) -> bool:
    """Whether no revert that stands undoes this change."""
    undone_by = [revert for revert, target in reverts.items() if target == key]
    return not any(_stands(revert, reverts) for revert in undone_by)
