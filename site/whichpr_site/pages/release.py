"""The digest of each release, in each language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from whichpr_site.article import Article, Neighbour, PullRef
from whichpr_site.compose.release import compose
from whichpr_site.pages.site import Page, Site, both_languages, template
from whichpr_site.render.document import context

Articles = Mapping[tuple[str, str], Article]


def compose_all(site: Site) -> Articles:
    """The article of every release that has a page, by engine and tag."""
    return {
        (slug, tag): compose(site.materials, slug, tag)
        for slug, material in site.materials.items()
        for tag in material.releases
        if tag in site.releases[slug]
    }


def release_pages(site: Site, articles: Articles) -> Iterator[Page]:
    """The pages of all releases."""
    page = template("release.html.jinja")
    for (slug, tag), article in articles.items():
        for language, variants in both_languages(f"{slug}/{tag}/"):
            path = variants[language]
            frame = site.frame(path, language=language, variants=variants)
            links = _Links(site, slug, language, frame["root"])
            given = {**frame, **context(article, language), "link": links.pull, "release_link": links.release}
            yield path, page.render(**given)


class _Links:
    """Where an article links to: pages of this site where they exist, else the project's own."""

    def __init__(self, site: Site, slug: str, language: str, root: str) -> None:
        self._site, self._slug, self._language, self._root = site, slug, language, root

    def pull(self, pull: PullRef) -> str:
        """The address of a pull request."""
        known = str(pull.number) in self._site.pulls[self._slug]
        return f"{self._root}{self._slug}/pr/{pull.number}/" if known else pull.url

    def release(self, other: Neighbour) -> str:
        """The address of another engine's release."""
        path = self._site.release_path(other.engine, other.tag, self._language)
        return f"{self._root}{path}" if path else other.url
