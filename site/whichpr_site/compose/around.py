"""What stands around a release: other engines' releases in its window, and the way to upgrade."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

import yaml

from whichpr_kb.store.read import Row
from whichpr_site.article import Neighbour, Section, Step
from whichpr_site.compose.refs import Refs
from whichpr_site.material import Material, released_between

_SAYS = 3  # statements of another engine's notes


def neighbours(materials: Mapping[str, Material], engine: str, row: Row, previous: Row | None) -> tuple[Neighbour, ...]:
    """Stable releases of other engines after the previous release's date and not after this one's, newest first."""
    if row["date"] is None or previous is None or previous["date"] is None:
        return ()
    found = []
    for slug, material in materials.items():
        if slug != engine:
            between = released_between(material, previous["date"], row["date"])
            found += [_neighbour(material, release) for release in between]
    return tuple(sorted(found, key=lambda release: (release.engine, release.date), reverse=True))


def _neighbour(material: Material, row: Row) -> Neighbour:
    refs = Refs(material, row["tag"])
    says = [refs.note(note, with_topic=True).text for note in material.notes.get(row["tag"], [])[:_SAYS]]
    link = material.release_link(row["tag"])
    name = material.engine.name
    return Neighbour(material.engine.slug, name, row["tag"], link, row["date"], row["pulls"] or 0, tuple(says))


def steps(material: Material, row: Row, sections: Sequence[Section]) -> tuple[Step, ...]:
    """The upgrade checklist; empty for an engine of which nobody wrote how it is installed."""
    engine = material.engine
    if not engine.install:
        return ()
    check = _checks().get(engine.slug)
    breaking = next((section for section in sections if section.id == "breaking"), None)
    found = [Step("step_check", check)] if check else []
    if breaking:
        found.append(Step("step_breaking", None, (("count", str(sum(1 for _ in breaking.items()))),)))
    found.append(Step("step_install", engine.install.format(version=row["tag"].removeprefix("v"))))
    if check:
        found.append(Step("step_verify", check, (("version", row["tag"].removeprefix("v")),)))
    if row["previous"]:
        back = engine.install.format(version=row["previous"].removeprefix("v"))
        found.append(Step("step_back", back, (("tag", row["previous"]),)))
    later = [other for other in material.stable() if other["position"] > row["position"]]
    if later:
        found.append(Step("step_later", None, (("tags", ", ".join(other["tag"] for other in later[::-1][:3])),)))
    return tuple(found)


@cache
def _checks() -> dict[str, str]:
    text = files("whichpr_site").joinpath("upgrade.yml").read_text("utf-8")
    return {str(slug): str(command) for slug, command in yaml.safe_load(text).items()}
