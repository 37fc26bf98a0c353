"""What the text annotators read and what they give back."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ChangeText:
    """What is read of a change: ``title`` without its number, touched ``paths`` as (status letter, path), and
    ``notes``, the note items that cite it as "topic: text".
    """

    engine: str
    title: str
    body: str
    paths: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FactDraft:
    """A fact with the words it came from: ``span`` stands literally in the text that ``where`` names.

    ``name`` is model, hardware, feature, figure, breaking or kind; ``where`` is title, body, paths or notes, and
    of paths the span is the path. ``detail`` is compact JSON, for figures and for what breaks.
    """

    name: str
    value: str
    span: str
    where: str
    confidence: float
    detail: str = ""
