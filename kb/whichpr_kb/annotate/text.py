"""Facts that the texts of a change state: its kind, what it breaks, what it is about, and figures."""

from __future__ import annotations

from whichpr_kb.annotate.breaking import find_breaking
from whichpr_kb.annotate.entities import find_entities
from whichpr_kb.annotate.figures import find_figures
from whichpr_kb.annotate.kind import find_kind
from whichpr_kb.annotate.text_model import ChangeText, FactDraft
from whichpr_kb.catalogue import Catalogue

__all__ = ["TEXT_VERSION", "ChangeText", "FactDraft", "text_facts"]

TEXT_VERSION: int = 2
"""Raised whenever the same texts may give other facts."""


def text_facts(change: ChangeText, catalogue: Catalogue) -> list[FactDraft]:
    """The change's kind, then what it breaks, its models, hardware, features and figures."""
    entities = find_entities(change, catalogue)
    models = [fact.span for fact in entities if fact.name == "model" and fact.where == "title"]
    breaking = find_breaking(change, models)
    return [find_kind(change, breaking), *breaking, *entities, *find_figures(change)]
