"""What a release holds as its first: members that stand, and those that cancel each other out."""

from __future__ import annotations

from dataclasses import dataclass

from whichpr_kb.store.read import Row
from whichpr_site.article import Accounted, LeftOut
from whichpr_site.compose.refs import Refs
from whichpr_site.material import Material


@dataclass(frozen=True, slots=True)
class Window:
    """``standing`` and ``cancelled`` are pull requests in the order of their merge; the rest is counted."""

    standing: list[Row]
    cancelled: list[Row]
    unnumbered: int
    earlier: int


def read_window(material: Material, tag: str) -> Window:
    """The members of a release. A change and its revert that are both in it cancel out."""
    members = material.members.get(tag, [])
    rows = [material.changes[member["key"]] for member in members if member["new"]]
    keys = {row["key"] for row in rows}
    undone = {row["key"] for row in rows if row["reverted_by"] in keys}
    undone |= {row["reverted_by"] for row in rows if row["key"] in undone}
    pulls = [row for row in rows if row["number"] is not None and not row["stub"]]
    pulls.sort(key=lambda row: (row["merged_at"] is None, row["merged_at"], row["number"]))
    return Window(
        standing=[row for row in pulls if row["key"] not in undone],
        cancelled=[row for row in pulls if row["key"] in undone],
        unnumbered=sum(row["number"] is None for row in rows),
        earlier=sum(not member["new"] for member in members),
    )


def account(refs: Refs, window: Window, cited: list[int]) -> Accounted:
    """Every pull request of the window: named in the article, or left out for a reason."""
    cancelled = {row["number"] for row in window.cancelled}
    left = []
    for row in sorted([*window.standing, *window.cancelled], key=lambda row: row["number"]):
        if row["number"] in refs.named:
            continue
        reason = "cancelled" if row["number"] in cancelled else row["kind"] or "other"
        left.append(LeftOut(refs.quiet(row), f"left_{reason}"))
    members = {row["number"] for row in (*window.standing, *window.cancelled)}
    return Accounted(
        placed=tuple(sorted(refs.named & members)),
        left_out=tuple(left),
        unnumbered=window.unnumbered,
        earlier=window.earlier,
        unknown=tuple(sorted({number for number in cited if refs.material.pull(number) is None})),
    )
