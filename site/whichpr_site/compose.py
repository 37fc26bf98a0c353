"""A release article composed by rule from records and facts."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import groupby

from sqlalchemy import Connection

from whichpr_kb.ask.show import release_row
from whichpr_kb.index.base import KINDS
from whichpr_kb.index.documents import iso
from whichpr_kb.store.read import Row
from whichpr_site.article import Article, Figure, Group, Item, Phrase, Section
from whichpr_site.read import EngineData, Note, detail, engines_of, read_engine

_HIGHLIGHTS = re.compile(r"highlight|new models?$|what'?s new", re.IGNORECASE)
_GOING = re.compile(r"deprecat|remov|breaking|dependenc|upgrad|migrat", re.IGNORECASE)
# Kinds that are told in the article when there are no notes; the others are only counted in the appendix.
_TOLD = ("feature", "performance", "bugfix", "refactor", "build")
_MOST_TOLD = 60  # of one kind, in an article without notes


def compose_release(connection: Connection, engine: str, tag: str) -> Article:
    """The article of a release. Raises NotFound for a release that the store does not know."""
    tag = release_row(connection, engine, tag)["tag"]
    everything = {slug: read_engine(connection, slug) for slug in engines_of(connection)}
    return compose(everything, engine, tag)


def compose(everything: dict[str, EngineData], engine: str, tag: str) -> Article:
    """The article of a release from data that is already read."""
    data = everything[engine]
    release, notes = data.releases[tag], data.notes.get(tag, [])
    keys = sorted(data.members.get(tag, []), key=lambda key: _when(data.changes[key]))
    window = _window(data, tag)
    sections = [
        section
        for section in (
            _highlights(notes) if notes else _by_kind(data, keys),
            _performance(data, keys),
            _breaking(data, keys, notes),
            *_other(notes),
            _elsewhere(everything, engine, window),
            _checklist(data, tag),
        )
        if section is not None and section.groups
    ]
    placed = sorted({number for section in sections for item in section.items for number in item.pulls})
    return Article(
        kind="release",
        engine=engine,
        engine_name=data.engine.name,
        repository=data.engine.repository,
        tag=tag,
        url=release["url"] or data.engine.release_url(tag),
        date=iso(release["date"]),
        window=window,
        summary=tuple(_summary(release, len(keys))),
        topics=tuple(_topics(sections)),
        sections=tuple(sections),
        references=tuple(_references(data, tag)),
        placed=tuple(placed),
        left_out=tuple(_left_out(data, keys, set(placed))),
        unnumbered=sum(data.changes[key]["number"] is None for key in keys),
    )


def _when(change: Row) -> tuple[str, str]:
    return (iso(change["merged_at"]) or "", change["key"])


def _window(data: EngineData, tag: str) -> tuple[str | None, str | None]:
    """From the date of the stable release before it to its own."""
    stable = [row for row in data.releases.values() if row["stable"] or row["tag"] == tag]
    place = next(n for n, row in enumerate(stable) if row["tag"] == tag)
    return (iso(stable[place - 1]["date"]) if place else None, iso(stable[place]["date"]))


def _summary(release: Row, members: int) -> Iterator[Item]:
    if release["commits"] is not None and release["previous"]:
        yield Item(Phrase("counted", {key: release[key] for key in ("commits", "contributors", "previous")}))
        yield Item(Phrase("first_release", {"changes": members, "pulls": release["pulls"]}))
    elif members:
        yield Item(Phrase("first_release", {"changes": members, "pulls": release["pulls"]}))
    if release["stated_commits"] and release["stated_contributors"]:
        values = {key: release[f"stated_{key}"] for key in ("commits", "contributors", "new_contributors")}
        yield Item(Phrase("stated_with_new" if values["new_contributors"] else "stated", values), url=release["url"])


def _highlights(notes: list[Note]) -> Section:
    chosen = [note for note in notes if any(_HIGHLIGHTS.search(part) for part in note.section)]
    if not chosen:
        first = notes[0].section
        chosen = [note for note in notes if note.section == first]
    return Section("highlights", tuple(_bullets(chosen)))


def _bullets(notes: Iterable[Note]) -> Iterator[Group]:
    """One group a bullet that has a topic; bullets without one run together."""
    loose: list[Item] = []
    for (topic, _), found in groupby(notes, key=lambda note: (note.topic, note.bullet if note.topic else None)):
        items = [Item(note.text, note.pulls) for note in found]
        if topic is None:
            loose += items
            continue
        if loose:
            yield Group(None, tuple(loose))
            loose = []
        yield Group(topic, tuple(items))
    if loose:
        yield Group(None, tuple(loose))


def _by_kind(data: EngineData, keys: list[str]) -> Section:
    groups = []
    for kind in _TOLD:
        rows = [data.changes[key] for key in keys if data.changes[key]["kind"] == kind]
        items = [_item(row) for row in rows if row["reverted_by"] is None][:_MOST_TOLD]
        if items:
            groups.append(Group(Phrase(f"kind_{kind}"), tuple(items)))
    return Section("changes", tuple(groups))


def _item(row: Row) -> Item:
    return Item(row["title"], (row["number"],) if row["number"] is not None else (), url=row["url"])


def _performance(data: EngineData, keys: list[str]) -> Section:
    items = []
    for key in keys:
        row = data.changes[key]
        facts = [fact for fact in data.facts.get(key, ()) if fact["name"] == "figure"]
        if facts and row["reverted_by"] is None and row["number"] is not None:
            items.append(Item(row["title"], (row["number"],), tuple(map(_figure, facts))))
    return Section("performance", (Group(None, tuple(items)),) if items else (), layout="table")


def _figure(fact: Row) -> Figure:
    found = detail(fact)
    return Figure(fact["value"], found["metric"], found.get("direction"))


def _breaking(data: EngineData, keys: list[str], notes: list[Note]) -> Section:
    groups = list(_bullets(note for note in notes if note.section and _GOING.search(note.section[-1])))
    told = {number for group in groups for item in group.items for number in item.pulls}
    acts: dict[str, list[Item]] = defaultdict(list)
    for key in keys:
        row = data.changes[key]
        for act in data.values(key, "breaking"):
            if row["number"] is not None and row["number"] not in told and row["reverted_by"] is None:
                acts[act].append(_item(row))
    groups += [Group(Phrase(f"act_{act.replace(' ', '_')}"), tuple(items)) for act, items in sorted(acts.items())]
    return Section("breaking", tuple(groups))


def _other(notes: list[Note]) -> Iterator[Section]:
    """The remaining sections of the notes, under their own headings."""
    if not notes:
        return
    first = notes[0].section
    marked = any(_HIGHLIGHTS.search(part) for note in notes for part in note.section)
    groups: list[Group] = []
    for section, found in groupby(notes, key=lambda note: note.section):
        told = any(_HIGHLIGHTS.search(part) for part in section) if marked else section == first
        if told or (section and _GOING.search(section[-1])):
            continue
        items = [Item(f"{note.topic}: {note.text}" if note.topic else note.text, note.pulls) for note in found]
        groups.append(Group(section[-1] if section else None, tuple(items)))
    if groups:
        yield Section("other", tuple(groups))


def _elsewhere(everything: dict[str, EngineData], engine: str, window: tuple[str | None, str | None]) -> Section | None:
    start, end = window
    if start is None or end is None:
        return None
    groups = []
    for slug, other in everything.items():
        inside = [
            row
            for row in other.releases.values()
            if slug != engine and row["stable"] and (when := iso(row["date"])) is not None and start < when <= end
        ]
        items = [
            Item(
                Phrase(
                    "released_on", {"tag": row["tag"], "date": (iso(row["date"]) or "")[:10], "pulls": row["pulls"]}
                ),
                url=row["url"] or other.engine.release_url(row["tag"]),
            )
            for row in inside
        ]
        if items:
            groups.append(Group(other.engine.name, tuple(items)))
    return Section("elsewhere", tuple(groups))


def _checklist(data: EngineData, tag: str) -> Section | None:
    if not data.engine.install or not data.releases[tag]["stable"]:
        return None
    command = data.engine.install.format(version=tag.removeprefix("v"))
    steps = (Item(Phrase("step_try", {"tag": tag})), Item(command), Item(Phrase("step_breaking")))
    return Section("checklist", (Group(None, steps),), layout="commands")


def _topics(sections: list[Section]) -> Iterator[str]:
    for section in sections:
        if section.id == "highlights":
            yield from (group.topic for group in section.groups if isinstance(group.topic, str))


def _references(data: EngineData, tag: str) -> Iterator[Item]:
    release = data.releases[tag]
    yield Item(Phrase("reference_release", {"tag": tag}), url=release["url"] or data.engine.release_url(tag))
    if release["previous"]:
        url = f"https://github.com/{data.engine.repository}/compare/{release['previous']}...{tag}"
        yield Item(Phrase("reference_compare", {"previous": release["previous"], "tag": tag}), url=url)


def _left_out(data: EngineData, keys: list[str], placed: set[int]) -> Iterator[tuple[str, tuple[int, ...]]]:
    rest: dict[str, list[int]] = defaultdict(list)
    for key in keys:
        row = data.changes[key]
        if row["number"] is not None and row["number"] not in placed:
            reason = "reverted" if row["reverted_by"] is not None else row["kind"] or "feature"
            rest[reason].append(row["number"])
    for reason in (*KINDS, "reverted"):
        if rest.get(reason):
            yield reason, tuple(sorted(rest[reason]))
