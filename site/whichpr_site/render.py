"""An article as Markdown, HTML or JSON, and the Jinja environment that every page uses.

All text of others is escaped here: for HTML by autoescape, for Markdown by ``md``. Only https addresses become links.
"""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from whichpr_site.article import Article, Item, Phrase
from whichpr_site.wording import Language, put, say

_CODE = re.compile(r"`([^`\n]+)`")
_MARKS = re.compile(r"([\\`*_\[\]<>#|~!])")
# Characters that turn the reading direction: they could make a title say something else than it does.
_BIDI = re.compile("[\u202a-\u202e\u2066-\u2069\u200e\u200f]")


@cache
def environment() -> Environment:
    """The templates of the package, with autoescape on for HTML."""
    made = Environment(
        loader=PackageLoader("whichpr_site"),
        autoescape=lambda name: bool(name and name.endswith(".html")),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters.update(md=md, inline=inline, day=day, safe_url=safe_url, slug=slug)
    made.globals.update(say=say, put=put)
    return made


def render_html(article: Article, language: Language) -> str:
    """The article's HTML without a page around it."""
    return environment().get_template("article.html").render(article=article, lang=language)


def render_markdown(article: Article, language: Language) -> str:
    """The article as Markdown that GitHub and static-site generators read."""
    text = environment().get_template("article.md").render(article=article, lang=language)
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


def render_json(article: Article, language: Language) -> str:
    """The article as the contract's JSON document."""
    return json.dumps(to_json(article, language), ensure_ascii=False, indent=2) + "\n"


def to_json(article: Article, language: Language) -> dict[str, Any]:
    """The contract's keys."""
    sections = [
        {
            "id": section.id,
            "title": say(language, f"section_{section.id}"),
            "items": [
                {"topic": put(language, group.topic) if group.topic is not None else None, **_item(item, language)}
                for group in section.groups
                for item in group.items
            ],
        }
        for section in article.sections
    ]
    left_out = {kind: list(numbers) for kind, numbers in article.left_out}
    return {
        "kind": article.kind,
        "engine": article.engine,
        "tag": article.tag,
        "title": say(language, "article_title", engine=article.engine_name, tag=article.tag),
        "url": article.url,
        "window": {"from": article.window[0], "to": article.window[1]},
        "summary": [put(language, item.text) for item in article.summary],
        "sections": sections,
        "references": [{"text": put(language, item.text), "url": item.url} for item in article.references],
        "accounted": {"placed": list(article.placed), "left_out": left_out, "unnumbered": article.unnumbered},
    }


def _item(item: Item, language: Language) -> dict[str, Any]:
    return {
        "text": put(language, item.text),
        "prs": list(item.pulls),
        "figures": [asdict(figure) for figure in item.figures],
    }


def plain(text: str) -> str:
    """Text of others without line breaks and without characters that turn the reading direction."""
    return _BIDI.sub("", " ".join(text.split()))


def md(text: str | Phrase) -> str:
    """Text as Markdown shows it literally; `code` stays code."""
    pieces = _CODE.split(plain(str(text)))
    return "".join(f"`{piece}`" if place % 2 else _MARKS.sub(r"\\\1", piece) for place, piece in enumerate(pieces))


def inline(text: str) -> Markup:
    """Text as HTML shows it literally; `code` becomes a code element."""
    pieces = _CODE.split(plain(text))
    shown = (Markup("<code>{}</code>").format(p) if place % 2 else escape(p) for place, p in enumerate(pieces))
    return Markup("").join(shown)


def day(when: Any) -> str:
    """The day of an ISO time or a datetime; a dash for none."""
    if when is None or when == "":
        return "–"
    return when[:10] if isinstance(when, str) else f"{when:%Y-%m-%d}"


def safe_url(url: str) -> str:
    """The address when it is an https one with a host, else "#"."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return "#"
    return url if parts.scheme == "https" and parts.netloc else "#"


def slug(name: str) -> str:
    """A name as it stands in an address: lower case, runs of anything else than letters, digits and dots a hyphen."""
    return re.sub(r"[^\w.]+", "-", name.lower()).strip("-.") or "x"
