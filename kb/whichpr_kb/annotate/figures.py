"""Performance figures as typed records, from titles and note items.

A figure is a number with a unit in a clause that says what got better or worse; shapes, versions, sizes of models and
cards, and thresholds are none.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from whichpr_kb.annotate import text_figure_rules as rules
from whichpr_kb.annotate.text_model import ChangeText, FactDraft


@dataclass(frozen=True, slots=True)
class _Clause:
    """Part of a text without a comma or bracket; ``start`` is where it begins in the text."""

    text: str
    start: int


def find_figures(change: ChangeText) -> list[FactDraft]:
    """Figures of the title, then those of the notes that the title does not state."""
    found: dict[tuple[float, str], FactDraft] = {}
    for where, text in (("title", change.title), *(("notes", note) for note in change.notes)):
        for key, fact in _figures(text, where):
            found.setdefault(key, fact)
    return list(found.values())


def _figures(text: str, where: str) -> list[tuple[tuple[float, str], FactDraft]]:
    if not rules.ANY.search(text):
        return []
    facts = []
    for clause in _clauses(text):
        taken = 0
        for match in rules.FIGURE.finditer(clause.text):
            before, after = clause.text[taken : match.start()], clause.text[match.end() :]
            following = rules.FIGURE.search(after)
            after = after[: following.start()] if following else after
            taken = match.end()
            record = _record(match, before, after)
            if record:
                span = _around(text, clause.start + match.start(), clause.start + match.end())
                detail = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
                key = (float(str(record["value"])), str(record["unit"]))
                facts.append((key, FactDraft("figure", match.group().strip(), span, where, 0.8, detail)))
    return facts


def _clauses(text: str) -> list[_Clause]:
    pieces, start = [], 0
    for mark in rules.CLAUSE.finditer(text):
        pieces.append(_Clause(text[start : mark.start()], start))
        start = mark.end()
    return [*pieces, _Clause(text[start:], start)]


def _record(match: re.Match[str], before: str, after: str) -> dict[str, object] | None:
    """The figure as data, or None where the words around it say that it is no figure of performance."""
    unit = _unit(match["unit"] or match["unit_first"] or match["unit_before"] or "")
    if (
        not unit
        or not _number(match["value"])
        or rules.NO_FIGURE_BEFORE.search(before)
        or rules.NO_FIGURE_AFTER.match(after)
    ):
        return None
    near = f"{before} {after}"
    stated = match["sign"] in ("+", "−", "-") and unit == "%"
    changed = match["first"] is not None
    if not changed and not stated and not rules.GAIN.search(near) and "/s" not in unit:
        return None
    if unit in rules.BYTES and not changed and not rules.LESS.search(near):
        return None
    metric = _metric(before, after, unit)
    record: dict[str, object] = {"metric": metric, "value": _number(match["value"]), "unit": unit}
    if match["high"]:
        record["value_high"] = _number(match["high"])
    if changed:
        record["before"] = _number(match["first"])
    record["direction"] = _direction(match, near, metric)
    return record


def _unit(text: str) -> str:
    unit = text.strip()
    return rules.UNITS.get(unit.lower(), unit)


def _metric(before: str, after: str, unit: str) -> str:
    """The metric named nearest: first what follows the figure, then what stands before it."""
    if unit in rules.BYTES:
        return "memory"
    following = [(found.start(), name) for name, pattern in rules.METRICS if (found := pattern.search(after[:60]))]
    if following:
        return min(following)[1]
    if "/s" in unit:
        return "throughput"
    preceding = [(found.end(), name) for name, pattern in rules.METRICS for found in pattern.finditer(before[-60:])]
    if preceding:
        return max(preceding)[1]
    return "latency" if unit in ("ms", "µs", "s") else "speedup"


def _direction(match: re.Match[str], near: str, metric: str) -> str | None:
    """Which way the metric went: a shorter time is down, whatever the words call it."""
    if match["first"] is not None:
        return "up" if _number(match["value"]) > _number(match["first"]) else "down"
    less, more = rules.LESS.search(near), rules.MORE.search(near)
    if less and not more:
        return "up" if metric == "speedup" else "down"
    if rules.WORSE.search(near):
        return "up" if metric in rules.LOWER_IS_BETTER else "down"
    if rules.BETTER.search(near):
        return "down" if metric in rules.LOWER_IS_BETTER else "up"
    if match["sign"] == "+" or more or (metric == "throughput" and (match["unit"] or "").lower() == "x"):
        return "up"
    return "down" if match["sign"] in ("-", "−") and match["sign"] else None


def _around(text: str, start: int, end: int) -> str:
    """The sentence that holds the figure, as it stands in the text."""
    left = max((text.rfind(mark, 0, start) for mark in rules.SENTENCE), default=-1) + 1
    ends = [place for mark in rules.SENTENCE if (place := text.find(mark, end)) >= 0]
    return text[left : min(ends, default=len(text))].strip()[:300]


def _number(text: str) -> float:
    grouped = re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", text)
    return float(text.replace(",", "") if grouped else text.replace(",", "."))
