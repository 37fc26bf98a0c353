"""An article as JSON, Markdown or a page of HTML."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from whichpr_kb.index.documents import iso
from whichpr_site.article import Article, Figure, Item, Section
from whichpr_site.render import escaping
from whichpr_site.render.summary import summary, title
from whichpr_site.render.words import Words, amount

SECTIONS = ("core", "performance", "breaking", "other")
_CHINESE = "一二三四五六七八九十"


def to_json(article: Article, language: str) -> dict[str, Any]:
    """The contract's JSON of a digest."""
    words = Words(language)
    sections = [_summary_json(article, words)]
    sections += [_section_json(section, words) for section in article.sections]
    if article.neighbours:
        items = [
            {"text": f"{other.name} {other.tag} ({other.date.date()})" + "".join(f"; {said}" for said in other.says),
             "prs": [], "figures": []}
            for other in article.neighbours
        ]  # fmt: skip
        sections.append({"id": "engines", "title": words("section_engines"), "items": items})
    if article.steps:
        steps = [words(step.key, **dict(step.values)) + (f": {step.command}" if step.command else "")
                 for step in article.steps]  # fmt: skip
        items = [{"text": step, "prs": [], "figures": []} for step in steps]
        sections.append({"id": "upgrade", "title": words("section_upgrade"), "items": items})
    return {
        "kind": article.kind,
        "engine": article.engine,
        "release": article.tag,
        "lang": language,
        "title": title(article, words),
        "window": {
            "from": iso(article.previous_date),
            "to": iso(article.date),
            "from_tag": article.previous,
            "to_tag": article.tag,
        },
        "sections": sections,
        "references": [
            {"title": f"{article.name} {article.tag}", "pr": None, "url": article.url},
            *({"title": pull.title, "pr": pull.number, "url": pull.url} for pull in article.references),
        ],
        "accounted": {
            "placed": list(article.accounted.placed),
            "left_out": [{"pr": left.pull.number, "reason": words(left.reason)} for left in article.accounted.left_out],
        },
    }


def _summary_json(article: Article, words: Words) -> dict[str, Any]:
    items = [{"text": said, "prs": [], "figures": []} for said in summary(article, words)]
    return {"id": "summary", "title": words("section_summary"), "items": items}


def _section_json(section: Section, words: Words) -> dict[str, Any]:
    items = []
    for group in section.groups:
        for entry in group.entries:
            for item in entry.items:
                items.append({**_item_json(item, entry.topic), "group": words.label(group.label)})
    return {"id": section.id, "title": words(f"section_{section.id}"), "items": items}


def _item_json(item: Item, topic: str | None) -> dict[str, Any]:
    return {
        "text": f"{topic}: {item.text}" if topic else item.text,
        "prs": [pull.number for pull in item.pulls],
        "figures": [_figure_json(figure) for figure in item.figures],
    }


def _figure_json(figure: Figure) -> dict[str, Any]:
    found: dict[str, Any] = {"metric": figure.metric, "value": figure.value, "unit": figure.unit,
                             "direction": figure.direction, "span": figure.quote}  # fmt: skip
    if figure.high is not None:
        found["value_high"] = figure.high
    if figure.before is not None:
        found["before"] = figure.before
    return found


def to_markdown(article: Article, language: str) -> str:
    """The article as Markdown (CommonMark with tables)."""
    return _markdown().get_template("article.md.jinja").render(**context(article, language))


def to_html(article: Article, language: str) -> str:
    """The article as one HTML page that needs no other file."""
    style = Markup(files("whichpr_site").joinpath("static", "style.css").read_text("utf-8"))  # noqa: S704 - ours
    return pages_environment().get_template("standalone.html.jinja").render(**context(article, language), style=style)


def context(article: Article, language: str) -> dict[str, Any]:
    """What the templates of an article are given."""
    words = Words(language)
    lines = summary(article, words)
    return {
        "article": article,
        "w": words,
        "title": title(article, words),
        "summary": lines,
        "number": _numbering(article, language),
        "left_out": _left_out(article),
        "unknown": [f"#{number}" for number in article.accounted.unknown],
        "link": lambda pull: pull.url,
        "release_link": lambda release: release.url,
    }


def _numbering(article: Article, language: str) -> dict[str, str]:
    """The number before the title of each section that is there."""
    there = [name for name in SECTIONS if article.section(name)]
    there += ["engines"] if article.neighbours else []
    there += ["upgrade"] if article.steps else []
    if language == "zh":
        return {name: f"{_CHINESE[place]}、" for place, name in enumerate(there)}
    return {name: f"{place}. " for place, name in enumerate(there, 1)}


def _left_out(article: Article) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for left in article.accounted.left_out:
        found.setdefault(left.reason, []).append(left.pull)
    return dict(sorted(found.items(), key=lambda pair: -len(pair[1])))


@cache
def pages_environment() -> Environment:
    """The HTML templates, compiled once, everything escaped."""
    environment = Environment(
        loader=PackageLoader("whichpr_site"), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True, auto_reload=False,
    )  # fmt: skip
    environment.filters.update(rich=escaping.html, amount=amount)
    return environment


@cache
def _markdown() -> Environment:
    """The Markdown templates: every value that is put in is escaped."""
    environment = Environment(
        loader=PackageLoader("whichpr_site"), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True, auto_reload=False, finalize=escaping.markdown, keep_trailing_newline=True,
    )  # fmt: skip
    environment.filters.update(amount=amount, asis=escaping.as_is)
    return environment
