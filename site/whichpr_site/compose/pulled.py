"""Sections from the pull requests themselves: measured figures, what they break, and groups by model and kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from whichpr_kb.store.read import Row
from whichpr_site.article import Entry, Group, Item, Label
from whichpr_site.compose.refs import Refs

# Kinds that a user of the engine notices, in the order of their groups.
VISIBLE = ("breaking", "feature", "performance", "bugfix")
_ACTS = ("removed", "renamed", "default changed", "deprecated", "version raised")
_LONG = 15  # entries above which a group is folded
_MODELS = 8
_A_MODEL = 3  # pull requests that make a group of a model


def entry(item: Item) -> Entry:
    """An entry of one item."""
    return Entry(None, (item,))


def group(label: Label, items: Iterable[Item]) -> list[Group]:
    """The group of some items; none without any."""
    entries = tuple(entry(item) for item in items)
    return [Group(label, entries, long=len(entries) > _LONG)] if entries else []


def measured(refs: Refs, rows: Iterable[Row]) -> list[Group]:
    """The pull requests that state figures, each with them."""
    items = []
    for row in rows:
        figures = refs.figures(row["key"])
        if figures:
            items.append(replace(refs.change(row), figures=figures))
    return group(Label(key="group_figures"), items)


def breaking(refs: Refs, rows: Iterable[Row]) -> list[Group]:
    """The pull requests that break something, by what they do."""
    acts: dict[str, list[Row]] = {}
    for row in rows:
        for fact in refs.material.facts_named(row["key"], "breaking")[:1]:
            acts.setdefault(fact["value"], []).append(row)
    ordered = [*_ACTS, *sorted(set(acts) - set(_ACTS))]
    groups = []
    for act in ordered:
        key = f"act_{act.replace(' ', '_')}" if act in _ACTS else "act_other"
        groups += group(Label(key=key), [refs.change(row) for row in acts.get(act, ())])
    return groups


def by_model(refs: Refs, rows: Sequence[Row]) -> tuple[list[Group], list[Row]]:
    """Groups of the models that several pull requests are about, most first, and the rows that are in none."""
    of = {row["key"]: refs.material.values(row["key"], "model")[:1] for row in rows}
    counts = Counter(model for models in of.values() for model in models)
    chosen = [model for model, count in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))]
    chosen = [model for model in chosen if counts[model] >= _A_MODEL][:_MODELS]
    groups = []
    for model in chosen:
        groups += group(Label(text=model), [refs.change(row) for row in rows if of[row["key"]] == [model]])
    return groups, [row for row in rows if not set(of[row["key"]]) & set(chosen)]


def by_kind(refs: Refs, rows: Sequence[Row], kinds: Sequence[str], prefix: str = "kind") -> list[Group]:
    """A group a kind, in the order given."""
    groups = []
    for kind in kinds:
        groups += group(Label(key=f"{prefix}_{kind}"), [refs.change(row) for row in rows if row["kind"] == kind])
    return groups
