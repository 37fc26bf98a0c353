"""Our own words, in English or Chinese."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any, Literal

import yaml

from whichpr_site.article import Phrase

Language = Literal["en", "zh"]
LANGUAGES: tuple[Language, ...] = ("en", "zh")


@cache
def _words() -> dict[str, dict[str, str]]:
    text = files("whichpr_site").joinpath("wording.yml").read_text("utf-8")
    return dict(yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)))  # noqa: S506 - both are safe


def say(language: Language, key: str, **values: Any) -> str:
    """The words of a key; numbers get thousands separators. Raises KeyError for an unknown key."""
    shown = {name: f"{value:,}" if isinstance(value, int) else value for name, value in values.items()}
    return _words()[key][language].format(**shown)


def put(language: Language, text: str | Phrase) -> str:
    """A text in a language: a phrase of ours, or a record's words as they are."""
    return say(language, text.key, **text.values) if isinstance(text, Phrase) else text
