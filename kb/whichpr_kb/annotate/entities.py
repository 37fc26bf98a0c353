"""Models, hardware and features that a change is about, found by the catalogue's names."""

from __future__ import annotations

import re
from functools import lru_cache

from whichpr_kb.annotate.text_matcher import Matcher
from whichpr_kb.annotate.text_model import ChangeText, FactDraft
from whichpr_kb.annotate.text_places import place_of
from whichpr_kb.annotate.text_title import read_title
from whichpr_kb.catalogue import KINDS, Catalogue, Entry
from whichpr_kb.names import squeeze

_GENERATION = re.compile(r"\d")
# Where engines keep one file or folder a model, and what such a file's name adds to the model's.
_MODEL_FILE = re.compile(
    r"(?:(?:vllm/model_executor|cacheflow/worker|cacheflow|vllm|model|x|x/imagegen)/models|model/(?:parsers|renderers))"
    r"/([a-z]\w+)(?:\.(?:py|go)$|/)"
)
_SUFFIX = re.compile(
    r"(?:_?(?:moe|mtp|mm|causal|thinker|dflash|dspark|lite|embedding|utils|vit|test|reference|vision|text|multimodal|"
    r"nonthinking|thinking|cls|rm|config|realtime|streaming))$"
)
_MOST_BY_PATH = 3
_BESIDE = frozenset({"test", "docs", "examples", "benchmarks"})


def find_entities(change: ChangeText, catalogue: Catalogue) -> list[FactDraft]:
    """Facts by kind: what the title names; else what the notes that cite it name; else what its files belong to.

    Notes add features to those of the title, but neither models nor hardware: one note item often cites several
    changes.
    """
    matchers = _matchers(catalogue)
    facts: list[FactDraft] = []
    for kind in KINDS:
        drafts = _tagged(change, catalogue, kind) | _named(matchers[kind], kind, change.title, "title", 0.95)
        _drop_parents(drafts, catalogue, kind)
        if not drafts or kind == "feature":
            for note in change.notes:
                drafts = _named(matchers[kind], kind, note, "notes", 0.85) | drafts
        if not drafts:
            drafts = _by_paths(change, catalogue, kind)
        _drop_parents(drafts, catalogue, kind)
        facts += sorted(drafts.values(), key=lambda fact: (_ORDER[fact.where], fact.confidence != 0.95))
    return facts


_ORDER = {"title": 0, "notes": 1, "body": 2, "paths": 3}


@lru_cache(maxsize=2)
def _matchers(catalogue: Catalogue) -> dict[str, Matcher]:
    return {kind: Matcher(catalogue, kind) for kind in KINDS}


@lru_cache(maxsize=2)
def _by_tag(catalogue: Catalogue) -> dict[tuple[str, str], Entry]:
    return {(kind, squeeze(tag)): entry for kind in KINDS for entry in catalogue.entries(kind) for tag in entry.tags}


def _named(matcher: Matcher, kind: str, text: str, where: str, sure: float) -> dict[str, FactDraft]:
    return {hit.entry.name: FactDraft(kind, hit.entry.name, hit.span, where, sure) for hit in matcher.find(text)}


def _tagged(change: ChangeText, catalogue: Catalogue, kind: str) -> dict[str, FactDraft]:
    """Entries that a tag or a scope of the title names by a word that means something else elsewhere."""
    by_tag = _by_tag(catalogue)
    title = read_title(change.title)
    found: dict[str, FactDraft] = {}
    for tag in (*title.tags, title.scope):
        for part in (tag, *re.split(r"[/,&+ ]+", tag)):
            entry = by_tag.get((kind, squeeze(part))) if part else None
            if entry:
                found.setdefault(entry.name, FactDraft(kind, entry.name, part, "title", 0.95))
    return found


def _drop_parents(drafts: dict[str, FactDraft], catalogue: Catalogue, kind: str) -> None:
    """A generation beats its family; a generation that the same text names beside its variant stays."""
    for name in list(drafts):
        entry = catalogue.find(kind, name)
        for parent in entry.parents if entry else ():
            if parent in drafts and not (_GENERATION.search(parent) and drafts[parent].where == "title"):
                del drafts[parent]


def _by_paths(change: ChangeText, catalogue: Catalogue, kind: str) -> dict[str, FactDraft]:
    """What most of the touched files belong to, tests and documents aside where there are others."""
    paths = [path for _, path in change.paths]
    paths = [path for path in paths if place_of(path) not in _BESIDE] or paths
    touched: dict[str, list[str]] = {}
    for path in paths:
        for name in _entries_of_path(catalogue, kind, path):
            touched.setdefault(name, []).append(path)
    drafts = {
        name: FactDraft(kind, name, found[0], "paths", 0.6)
        for name, found in touched.items()
        if 2 * len(found) > len(paths)
    }
    return drafts if len(drafts) <= _MOST_BY_PATH else {}


@lru_cache(maxsize=65536)
def _entries_of_path(catalogue: Catalogue, kind: str, path: str) -> tuple[str, ...]:
    named = [entry.name for entry in catalogue.entries(kind) if any(part in path for part in entry.paths)]
    if not named and kind == "model":
        found = _MODEL_FILE.match(path)
        entry = _model_of(catalogue, found.group(1)) if found else None
        named = [entry.name] if entry else []
    family = {parent for name in named if (entry := catalogue.find(kind, name)) for parent in entry.parents}
    return tuple(name for name in named if name not in family)


def _model_of(catalogue: Catalogue, stem: str) -> Entry | None:
    """The model that a file's name stands for: "qwen3_moe" is Qwen3."""
    while stem:
        for spelled in (stem, re.sub(r"(?<=\d)[_p](?=\d)", ".", stem), re.sub(r"(?<=[a-z]\d)(?=\d)", ".", stem)):
            entry = catalogue.find("model", spelled)
            if entry:
                return entry
        shorter = _SUFFIX.sub("", stem)
        if shorter == stem:
            return None
        stem = shorter
    return None
