"""Text to terms, the same for documents and questions.

Text is split where the script changes, so that Chinese glued to Latin ("新增KimiK3的DeepGEMM支持") gives both; Chinese,
Japanese and Korean runs become overlapping pairs of characters. A word like "DeepSeek-V4" gives its parts and the
whole ("deepseek", "v4", "deepseekv4"), "DeepGEMM" also "deep" and "gemm", "Qwen3.5" also "qwen" and "3.5", so that
either spelling finds the other.
"""

from __future__ import annotations

import re
from functools import lru_cache

from whoosh.lang.porter import stem as porter

from whichpr_kb.names import normalise

CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af"
_CHUNK = re.compile(rf"[{CJK}]+|[^\W_{CJK}]+(?:[._+/-][^\W_{CJK}]+)*")
IS_CJK = re.compile(rf"[{CJK}]")
_PART = re.compile(r"(?:[^._+/-]|(?<=\d)\.(?=\d))+")  # "3.5" stays whole
_VERSIONED = re.compile(r"([^\W\d]{3,})(\d+(?:\.\d+)*)")
_HUMP = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+\d*|[A-Z]+\d*|\d+|\w+")
_NUMBER = re.compile(r"[vV]?\d+(?:\.\d+)*")
# Each alternative begins where no letter or digit stands before, so that a long run is looked at once only.
_IDENTIFIER = re.compile(
    r"(?<![\w-])--?[a-z][a-z0-9]+(?:-[a-z0-9]+)*|(?<![A-Za-z0-9_])[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+|"
    r"(?<![\w.])v?\d+(?:\.\d+){2,}\w*"
)
_LONGEST = 64
STOP = frozenset(
    {"a", "an", "and", "are", "as", "at", "be", "by", "for", "from", "in", "into", "is", "it", "of", "on", "or", "so",
     "that", "the", "their", "this", "to", "was", "with"}
)  # fmt: skip


@lru_cache(maxsize=100_000)
def stem(word: str) -> str:
    """The stem of a plain English word; anything with a digit or another script stays as it is."""
    return porter(word) if len(word) > 3 and word.isascii() and word.isalpha() else word


@lru_cache(maxsize=200_000)
def _chunk_terms(chunk: str) -> tuple[str, ...]:
    if IS_CJK.match(chunk):
        return tuple(chunk[i : i + 2] for i in range(len(chunk) - 1)) or (chunk,)
    if _NUMBER.fullmatch(chunk):
        return (chunk.lower(),)
    found: dict[str, None] = {}
    parts = _PART.findall(chunk)
    for part in parts:
        found[stem(part.lower())] = None
        versioned = _VERSIONED.fullmatch(part)
        humps = _HUMP.findall(versioned.group(1) if versioned else part)
        if versioned and len(humps) == 1:
            found[stem(humps[0].lower())] = None
            if "." in versioned.group(2):
                found[versioned.group(2)] = None
        elif len(humps) > 1 and not part[0].isdigit():
            found.update((stem(hump.lower()), None) for hump in humps if len(hump) > 2 and not hump.isdigit())
    if len(parts) > 1:
        found["".join(parts).lower()] = None
    return tuple(found)


def terms(text: str) -> list[str]:
    """The terms of a text in order, stop words left out, each at most 64 characters."""
    found: list[str] = []
    for chunk in _CHUNK.findall(normalise(text)):
        found += [term for term in _chunk_terms(chunk) if len(term) <= _LONGEST and term not in STOP]
    return found


def identifiers(text: str) -> list[str]:
    """Flags, variables, symbols and versions in a text, lower-cased, leading dashes off, "-" as "_"."""
    found = (match.lower().lstrip("-").replace("-", "_") for match in _IDENTIFIER.findall(normalise(text)))
    return list(dict.fromkeys(found))
