"""The digest of one release, composed from its notes, its pull requests and their facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import Connection

from whichpr_kb.ask.show import release_row
from whichpr_kb.store.read import Row
from whichpr_site.article import Article, Counts, Group, PullRef, Section
from whichpr_site.compose import noted, pulled
from whichpr_site.compose.around import neighbours, steps
from whichpr_site.compose.refs import Refs
from whichpr_site.compose.window import Window, account, read_window
from whichpr_site.material import Material, Note, read_material

_LEADS = 6


def compose_release(connection: Connection, engine: str, tag: str) -> Article:
    """The article of a release, with or without the leading v; raises NotFound with the nearest tags."""
    row = release_row(connection, engine, tag)
    return compose(read_material(connection), engine, row["tag"])


def compose(materials: Mapping[str, Material], engine: str, tag: str) -> Article:
    """The article from what is already read."""
    material = materials[engine]
    row = material.releases[tag]
    notes = material.notes.get(tag, [])
    window = read_window(material, tag)
    refs = Refs(material, tag)
    sections = _sections(refs, notes, window)
    cited = [number for note in notes for number in note.pulls]
    previous = material.releases.get(row["previous"] or "")
    return Article(
        engine=engine,
        name=material.engine.name,
        tag=tag,
        url=material.release_link(tag),
        date=row["date"],
        date_from=row["date_from"],
        previous=row["previous"],
        previous_date=previous["date"] if previous else None,
        bounded=row["bounded"],
        has_notes=bool(notes),
        pulls=len(window.standing) + len(window.cancelled),
        counted=Counts(row["commits"], row["contributors"], row["new_contributors"]),
        stated=_stated(row),
        leads=_leads(sections),
        sections=sections,
        neighbours=neighbours(materials, engine, row, previous),
        steps=steps(material, row, sections),
        references=_references(refs),
        accounted=account(refs, window, cited),
    )


def _sections(refs: Refs, notes: Sequence[Note], window: Window) -> tuple[Section, ...]:
    """What is known, in the order of the article; a section of which nothing is known is not there."""
    kept = [note for note in notes if not noted.is_breaking(note)]
    highlights = [note for note in kept if noted.is_highlight(note)]
    core = noted.by_topic(refs, highlights) if highlights else noted.by_heading(refs, kept)
    breaking = noted.by_heading(refs, [note for note in notes if noted.is_breaking(note)])
    in_breaking = {pull.number for group in breaking for entry in group.entries for item in entry.items
                   for pull in item.pulls}  # fmt: skip
    breaking += pulled.breaking(refs, [row for row in window.standing if row["number"] not in in_breaking])
    other: list[Group] = []
    if highlights:
        new = [note for note in kept if not noted.is_highlight(note) and _says_more(note, refs)]
        other = noted.by_heading(refs, new)
    measured = pulled.measured(refs, window.standing)
    rest = [row for row in window.standing if row["number"] not in refs.named]
    if notes:
        other += _uncited(refs, rest, cites=any(note.pulls for note in notes))
    else:
        core, more = _alone(refs, rest)
        other += more
    found = (("core", core), ("performance", measured), ("breaking", breaking), ("other", other))
    return tuple(Section(name, tuple(groups)) for name, groups in found if groups)


def _says_more(note: Note, refs: Refs) -> bool:
    """Whether a note names something that is not in the article yet."""
    return not note.pulls or any(number not in refs.named for number in note.pulls)


def _uncited(refs: Refs, rows: Sequence[Row], *, cites: bool) -> list[Group]:
    """What a user notices though the notes cite no pull request for it.

    Their silence on a fix is taken as a choice, unless they cite no pull requests at all.
    """
    kinds = ("feature", "performance") if cites else ("feature", "performance", "bugfix")
    return pulled.by_kind(refs, rows, kinds, prefix="uncited")


def _alone(refs: Refs, rows: Sequence[Row]) -> tuple[list[Group], list[Group]]:
    """Core and other groups of a release without notes, from its pull requests alone."""
    news = [row for row in rows if row["kind"] in ("feature", "performance")]
    models, rest = pulled.by_model(refs, news)
    return models + pulled.by_kind(refs, rest, ("feature", "performance")), pulled.by_kind(refs, rows, ("bugfix",))


def _stated(row: Row) -> Counts:
    """What the notes state where it differs from what is counted."""
    stated = {name: row[f"stated_{name}"] for name in ("commits", "contributors", "new_contributors")}
    differs = any(value is not None and value != row[name] for name, value in stated.items())
    return Counts(**stated) if differs else Counts()


def _leads(sections: Sequence[Section]) -> tuple[str, ...]:
    core = next((section for section in sections if section.id == "core"), None)
    return tuple(group.label.text for group in core.groups if group.label.text)[:_LEADS] if core else ()


def _references(refs: Refs) -> tuple[PullRef, ...]:
    rows = (refs.material.pull(number) for number in sorted(refs.named))
    return tuple(refs.quiet(row) for row in rows if row is not None)
