"""Names brought to one spelling, so that any way to write one finds it."""

from __future__ import annotations

import re
import unicodedata

_SEPARATORS = re.compile(r"[\s_\-]+")


def normalise(text: str) -> str:
    """Full-width forms and ligatures to plain ones, zero-width characters removed; case is kept."""
    if text.isascii():
        return text
    return unicodedata.normalize("NFKC", text).replace("\u200b", "").replace("\ufeff", "")


def squeeze(name: str) -> str:
    """A name as it is looked up: lower case, without spaces, hyphens and underscores."""
    return _SEPARATORS.sub("", normalise(name)).lower()
