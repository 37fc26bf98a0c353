"""Pull requests as an article names them, and the figures and marks that facts give them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from whichpr_kb.store.read import Row
from whichpr_site.article import Figure, Item, PullRef
from whichpr_site.material import Material, Note, plain

_NUMBER = re.compile(r"\s*\(#(\d{1,9})\)|#(\d{1,9})\b")
_BREAKING = re.compile(
    r"(?<!non-)\bbreaking\b|\b(?:has|have) been (?:\w+ )?removed\b|\b(?:is|are) (?:now )?deprecated\b|破坏性",
    re.IGNORECASE,
)


class Refs:
    """Makes references within one release: ``named`` collects the numbers of all that were made."""

    def __init__(self, material: Material, tag: str) -> None:
        self.material = material
        self.tag = tag
        self.named: set[int] = set()

    def pull(self, number: int) -> PullRef | None:
        """The reference of a number; None when the store does not know it as a pull request."""
        row = self.material.pull(number)
        if row is None:
            return None
        self.named.add(number)
        return self.quiet(row)

    def quiet(self, row: Row) -> PullRef:
        """The reference of a row, without counting it as named."""
        first = row["first_release"]
        return PullRef(
            number=row["number"],
            title=self.cleared(row["title"]),
            url=self.material.link(row),
            elsewhere=first if first is not None and first != self.tag else None,
            reverted_by=row["reverted_by"] if (row["reverted_by"] or "").isdigit() else None,
        )

    def note(self, note: Note, *, with_topic: bool = False) -> Item:
        """The item of a note."""
        pulls = tuple(ref for number in note.pulls if (ref := self.pull(number)) is not None)
        text = self.cleared(note.text)
        if with_topic and note.topic and note.topic.casefold() not in text.casefold():
            text = f"{note.topic}: {text}"
        breaking = bool(_BREAKING.search(text)) or any(
            self.material.changes[str(ref.number)]["breaking"] for ref in pulls
        )
        return Item(text, pulls, breaking=breaking, topic=note.topic)

    def change(self, row: Row) -> Item:
        """The item of a pull request by its title."""
        self.named.add(row["number"])
        return Item(self.cleared(row["title"]), (self.quiet(row),), breaking=row["breaking"])

    def figures(self, key: str) -> tuple[Figure, ...]:
        """The figures that are known of a change."""
        return tuple(self._figure(fact) for fact in self.material.facts_named(key, "figure"))

    def _figure(self, fact: Row) -> Figure:
        detail = json.loads(fact["detail"])
        return Figure(
            metric=detail["metric"],
            value=detail["value"],
            unit=detail["unit"],
            high=detail.get("value_high"),
            before=detail.get("before"),
            direction=detail.get("direction"),
            quote=self.cleared(fact["span"]),
        )

    def cleared(self, text: str) -> str:
        """A record's text without numbers that the store does not know: nobody could look them up here."""

        def known(match: re.Match[str]) -> str:
            number = match.group(1) or match.group(2)
            if self.material.pull(int(number)) is not None:
                return match.group()
            return "" if match.group(1) else number

        return plain(_NUMBER.sub(known, plain(text)))


def known_refs(refs: Iterable[PullRef | None]) -> tuple[PullRef, ...]:
    """The references that there are, each once."""
    return tuple(dict.fromkeys(ref for ref in refs if ref is not None))
