"""Our words in one language: looked up, filled in, and those of records that have a Chinese form."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from whichpr_site.article import About, Figure, Label, PullRef

LANGUAGES = ("en", "zh")
_SCRIPTS_MEET = re.compile(r"(?<=[\u4e00-\u9fff])(?=[A-Za-z0-9`])|(?<=[A-Za-z0-9`])(?=[\u4e00-\u9fff])")


class Words:
    """The wording of a language; calling it with a key gives the words, with values filled in."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._words = _wording()
        self._headings, self._topics = _records_words()

    def __call__(self, key: str, **values: Any) -> str:
        """The words of a key; ``count`` chooses between one and other. Raises KeyError for a key that is not there."""
        entry = self._words[key][self.language]
        if isinstance(entry, dict):
            entry = entry["one" if str(values.get("count")) == "1" else "other"]
        return str(entry.format(**values)) if values else str(entry)

    def knows(self, key: str) -> bool:
        """Whether there are words for a key."""
        return key in self._words

    def heading(self, text: str) -> str:
        """A heading of the notes."""
        return self._headings.get(text, self.topic(text)) if self.language == "zh" else text

    def topic(self, text: str) -> str:
        """A lead topic of the notes."""
        if self.language != "zh":
            return text
        for pattern, words in self._topics:
            found = pattern.fullmatch(text)
            if found:
                return found.expand(words)
        return text

    def label(self, label: Label) -> str:
        """The heading of a group."""
        return self(label.key) if label.key else self.heading(label.text)

    def about(self, about: About) -> str:
        """The sentence that explains a name."""
        return about.zh if self.language == "zh" else about.en

    def several(self, parts: Iterable[str]) -> str:
        """An enumeration."""
        return ("、" if self.language == "zh" else ", ").join(parts)

    def listed(self, parts: Iterable[str]) -> str:
        """An enumeration of phrases, which may hold commas themselves."""
        return ("；" if self.language == "zh" else "; ").join(parts)

    def joined(self, parts: Iterable[str]) -> str:
        """An enumeration with "and" before its last part."""
        *most, last = list(parts)
        if not most:
            return last
        if self.language == "zh":
            return _SCRIPTS_MEET.sub(" ", f"{self.several(most)}与{last}")
        return f"{self.several(most)} and {last}"

    def metric(self, figure: Figure) -> str:
        """What a figure measures."""
        key = f"metric_{figure.metric}"
        return self(key if self.knows(key) else "metric_other")

    def marks(self, pull: PullRef) -> str:
        """What is said of a pull request in a parenthesis, or nothing."""
        said = []
        if pull.elsewhere:
            said.append(self("elsewhere", tag=pull.elsewhere))
        if pull.reverted_by:
            said.append(self("reverted", number=pull.reverted_by))
        return self.several(said)


def amount(figure: Figure) -> str:
    """A figure as it is written in any language: "3.4%", "1.2–3.1x", "900 → 448 MiB"."""
    unit = figure.unit if figure.unit in ("%", "x") else f" {figure.unit}"
    value = _number(figure.value)
    if figure.before is not None:
        value = f"{_number(figure.before)} → {value}"
    elif figure.high is not None:
        value = f"{value}–{_number(figure.high)}"
    # No arrow: "5% throughput restored" and "5% less memory" are both gains, and the words beside it say which.
    return f"{value}{unit}"


def _number(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) else f"{value:g}" if value < 1000 else f"{value:,.2f}"


@cache
def _wording() -> dict[str, dict[str, Any]]:
    text = files("whichpr_site.render").joinpath("wording.yml").read_text("utf-8")
    words: dict[str, dict[str, Any]] = yaml.safe_load(text)
    return words


@cache
def _records_words() -> tuple[dict[str, str], list[tuple[re.Pattern[str], str]]]:
    rows = yaml.safe_load(files("whichpr_site.render").joinpath("headings.yml").read_text("utf-8"))
    topics = [(re.compile(str(pattern), re.IGNORECASE), str(words)) for pattern, words in rows["topics"]]
    return dict(rows["headings"]), topics
