"""The kind of a change by the words of its title: what it acts on, and the verb it begins with."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from whichpr_kb.annotate import text_kind_rules as rules

_WORD = re.compile(r"do not\b|[\w'’-]+", re.IGNORECASE)
_VAGUE = frozenset({"use", "using", "uses", "set", "change", "make", "switch", "adjust"})


@dataclass(frozen=True, slots=True)
class Verdict:
    """A kind, the words (or the path) that decided, and how sure that is."""

    kind: str
    span: str
    sure: float
    where: str = "title"


@dataclass(frozen=True, slots=True)
class _Words:
    """A title's sentence, the verb it begins with as it stands there and as the table has it, and that verb's kind."""

    rest: str
    spelled: str
    verb: str
    kind: str | None


def verdict_of_words(rest: str, places: Counter[str]) -> Verdict | None:
    """The kind that the sentence ``rest`` tells, or None; ``places`` counts the touched files by what they are."""
    words = _read(rest)
    if words.kind is None and " - " in rest and (said := _read(rest.split(" - ", 1)[1])).kind:
        words = said
    return _by_object(words, places) or _by_verb(words, places)


def leading_verb(rest: str) -> str:
    """The first word, or what it is made from: "auto-bind" begins with "auto", "do not" is "don't"."""
    return _read(rest).verb


def _read(rest: str) -> _Words:
    first = _WORD.match(rest)
    spelled = first.group() if first else ""
    verb = "don't" if spelled.lower() == "do not" else spelled.lower()
    if verb not in rules.KIND_OF_VERB:
        verb = verb.split("-")[0]
    return _Words(rest, spelled, verb, rules.KIND_OF_VERB.get(verb))


def _by_object(words: _Words, places: Counter[str]) -> Verdict | None:
    """What is acted on: documents, tests, pipelines, faults, packaging, costs."""
    return (
        _of_documents(words, places)
        or _of_tests(words, places)
        or _of_faults(words, places)
        or _of_packages(words, places)
        or _of_costs(words)
    )


def _of_documents(words: _Words, places: Counter[str]) -> Verdict | None:
    rest = words.rest
    if words.verb.startswith(("add", "updat", "improv", "clarif", "document")):
        if found := rules.COMMENTED.search(rest):
            return Verdict("docs", found.group(), 0.6)
        if found := rules.TYPED.search(rest):
            return Verdict("refactor", found.group(), 0.6)
    if rules.QUOTED_TYPO.search(rest) and places["code"]:
        return Verdict("bugfix", words.spelled, 0.5)
    expected = places["docs"] or words.kind in (None, "docs", "bugfix", "refactor")
    found = rules.DOCUMENTED.search(rest) if expected else None
    return Verdict("docs", found.group(), 0.7) if found else None


def _of_tests(words: _Words, places: Counter[str]) -> Verdict | None:
    rest, mostly = words.rest, 2 * places["test"] >= places.total()
    if (found := rules.TESTED.search(rest)) and mostly and (words.kind != "bugfix" or rules.AILING_TEST.search(rest)):
        return Verdict("test", found.group(), 0.7)
    if (found := rules.PIPED.search(rest)) and (places["ci"] or not places["code"]):
        return Verdict("ci", found.group(), 0.7)
    return None


def _of_faults(words: _Words, places: Counter[str]) -> Verdict | None:
    found = rules.CORRECTS.search(words.rest)
    if not found:
        return None
    built = not places["code"] and (rules.BUILT.search(words.rest) or rules.BUMPED.search(words.rest))
    return Verdict("build" if built else "bugfix", found.group(), 0.8)


def _of_packages(words: _Words, places: Counter[str]) -> Verdict | None:
    """Packaging, whose vaguer words count only where its files are touched, or no code is."""
    rest, updates = words.rest, words.verb.startswith("updat")
    if words.kind in ("build", None) or updates:
        found = rules.BUMPED.search(rest)
        if not found and (places["build"] or not places["code"]):
            found = rules.BUILT.search(rest)
        return Verdict("build", found.group(), 0.7) if found else None
    mostly = places["build"] and 2 * (places["build"] + places["docs"]) >= places.total()
    found = rules.BUILT.search(rest) if mostly and words.kind == "feature" else None
    return Verdict("build", found.group(), 0.6) if found else None


def _of_costs(words: _Words) -> Verdict | None:
    rest = words.rest
    if words.verb not in rules.STRONG_TIDY and (found := rules.FASTER.search(rest)):
        return Verdict("performance", found.group(), 0.7)
    if words.verb in ("use", "using", "apply", "switch") and (found := rules.KERNELS.search(rest)):
        return Verdict("performance", found.group(), 0.5)
    if rules.SHEDS.match(rest) and words.kind != "feature" and (found := rules.CHEAPER.search(rest)):
        return Verdict("performance", found.group(), 0.6)
    return None


def _by_verb(words: _Words, places: Counter[str]) -> Verdict | None:
    rest, kind = words.rest, words.kind
    vague = words.verb in _VAGUE or words.verb.startswith(("updat", "improv", "better", "increase"))
    if vague and (found := rules.BROKEN.search(rest)):
        return Verdict("bugfix", found.group(), 0.5)
    if kind == "build":
        return Verdict("build" if not places["code"] or places["build"] else "refactor", words.spelled, 0.5)
    if words.verb in rules.WEAK_FIXES and (found := rules.NEWLY.search(rest)):
        return Verdict("feature", found.group(), 0.5)
    if kind:
        return Verdict(kind, words.spelled, 0.7 if kind == "feature" else 0.6)
    for other, pattern in (("bugfix", rules.BROKEN), ("feature", rules.NEWLY), ("refactor", rules.TIDY)):
        if found := pattern.search(rest):
            return Verdict(other, found.group(), 0.5)
    found = rules.BUILT.search(rest) if places["build"] else None
    return Verdict("build", found.group(), 0.5) if found else None
