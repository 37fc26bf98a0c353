"""A title in its parts: bracketed tags, the scope before a colon, and the sentence that is left."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

_TAG = re.compile(r"\s*[\[【(]([^\]】)]{1,40})[\]】)]\s*")
_SCOPE = re.compile(r"\s*([A-Za-z][\w./+ -]{0,28}?)\s*(?:\(([^)]{1,40})\))?!?:(?=\s)\s*")
_INNER_TAG = re.compile(r"\[[^\]]{1,40}\]")


@dataclass(frozen=True, slots=True)
class Title:
    """``tags`` and ``scope`` as they stand in the title; ``rest`` is the sentence without them.

    ``fix(moe): …`` has the scope "fix", ``server: …`` the scope "server".
    """

    tags: tuple[str, ...]
    scope: str
    rest: str


@lru_cache(maxsize=4096)
def read_title(title: str) -> Title:
    """The parts of a title, whatever order its author wrote tags and scope in."""
    tags: list[str] = []
    scope, place = "", 0
    while True:
        tag = _TAG.match(title, place) if title[place : place + 1] != "(" or not tags else None
        if tag:
            tags.append(tag.group(1).strip())
            place = tag.end()
            continue
        found = _SCOPE.match(title, place) if not scope else None
        if not found or len(found.group(1).split()) > 3:
            break
        scope, place = found.group(1).strip(), found.end()
    rest = title[place:].lstrip(" :-–")
    return Title(tuple(tags), scope, _INNER_TAG.sub(" ", rest).strip())
