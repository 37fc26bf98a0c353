"""The title and the summary of an article, in words."""

from __future__ import annotations

from whichpr_site.article import Article, Counts
from whichpr_site.render.words import Words

_IN_TITLE = 3


def title(article: Article, words: Words) -> str:
    """The article's title: the release and its first lead topics."""
    values = {"name": article.name, "tag": article.tag}
    if not article.leads:
        return words("title_plain", **values)
    leads = words.joined(words.heading(lead) for lead in article.leads[:_IN_TITLE])
    return words("title", **values, leads=leads)


def summary(article: Article, words: Words) -> list[str]:
    """The summary's sentences: dates, what is counted, what the notes say instead, and what matters most."""
    said = [_dated(article, words)]
    if article.bounded:
        said.append(words("bounded"))
    elif article.counted:
        said.append(words("counted", parts=_counts(article.counted, article.pulls, words)))
    if article.stated:
        said.append(words("stated", parts=_counts(article.stated, None, words)))
    if not article.has_notes:
        said.append(words("no_notes"))
    if article.leads:
        said.append(words("leads", parts=words.listed(words.heading(lead) for lead in article.leads)))
    return said


def _dated(article: Article, words: Words) -> str:
    values = {"name": article.name, "tag": article.tag}
    if article.date is None:
        return words("undated", **values)
    key = "published" if article.date_from == "published" else "tagged"
    if article.previous is None or article.previous_date is None:
        return words(key, **values, date=article.date.date().isoformat())
    days = (article.date.date() - article.previous_date.date()).days
    return words(
        f"{key}_after",
        **values,
        date=article.date.date().isoformat(),
        previous=article.previous,
        previous_date=article.previous_date.date().isoformat(),
        count=days,
    )


def _counts(counts: Counts, pulls: int | None, words: Words) -> str:
    parts = []
    if counts.commits is not None:
        parts.append(words("count_commits", count=counts.commits))
    if pulls is not None:
        parts.append(words("count_pulls", count=pulls))
    if counts.contributors is not None:
        parts.append(words("count_contributors", count=counts.contributors))
    if counts.new_contributors:
        parts.append(words("count_new_contributors", count=counts.new_contributors))
    return ("，" if words.language == "zh" else ", ").join(parts)
