"""The kind of a change: what a maintainer would file it under.

In this order: a revert is one whatever it touches; where no code is touched, the touched files decide; then what
breaks; then the author's own tags; then the words of the title; last, where it says nothing, the body.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from whichpr_kb.annotate import text_kind_rules as rules
from whichpr_kb.annotate.breaking import LOST
from whichpr_kb.annotate.text_kind_words import Verdict, leading_verb, verdict_of_words
from whichpr_kb.annotate.text_model import ChangeText, FactDraft
from whichpr_kb.annotate.text_places import count_places, place_of
from whichpr_kb.annotate.text_title import Title, read_title

_REVERT = re.compile(r"\s*(?:\[[^\]]*\]\s*)*(?:re-?)?revert(?:s|ed|ing)?\b", re.IGNORECASE)
_TRAILER = re.compile(r"^(?:signed-off-by|co-authored-by|cc|---).*", re.IGNORECASE | re.MULTILINE)
_BODY_LIMIT = 500
_PLAIN_SCOPES = frozenset({"chore", "misc", "minor", "wip"})


def find_kind(change: ChangeText, breaking: Sequence[FactDraft]) -> FactDraft:
    """One kind; ``breaking`` is what was found to break, of which only a loss decides the kind."""
    found = _decide(change, breaking)
    return FactDraft("kind", found.kind, found.span, found.where, found.sure)


def _decide(change: ChangeText, breaking: Sequence[FactDraft]) -> Verdict:
    revert = _REVERT.match(change.title)
    if revert and not change.title.lower().startswith("reverted "):
        return Verdict("revert", revert.group().strip(), 0.95)
    title = read_title(change.title)
    tagged = _tagged(title)
    places = count_places(change.paths)
    return (
        _by_places(change, tagged, places, title)
        or _by_loss(tagged, breaking)
        or _by_tags(tagged, title, places)
        or verdict_of_words(title.rest, places)
        or _by_body(change, places)
        or _by_default(change, title)
    )


def _tagged(title: Title) -> dict[str, str]:
    """Kinds that tags and scope name, with the tag, in the order of the title."""
    found: dict[str, str] = {}
    for tag in (*title.tags, title.scope):
        words = set(re.split(r"[\s/_,&+()-]+", tag.lower())) | {tag.lower()}
        if tag.lower() in rules.NOT_A_TAG:
            continue
        for kind, names in rules.TAG_WORDS:
            if words & names:
                found.setdefault(kind, tag)
    return found


def _by_places(change: ChangeText, tagged: dict[str, str], places: Counter[str], title: Title) -> Verdict | None:
    """The kind that the touched files agree on, where none of them is code."""
    if not places or places["code"]:
        return None
    tag = next(iter(tagged), "")
    kinds = set(places)
    if kinds <= {"examples", "docs"} and leading_verb(title.rest) not in rules.STRONG_TIDY:
        kind = "bugfix" if "bugfix" in tagged and places["examples"] else "docs"
    elif kinds == {"docs"} or ("docs" in tagged and kinds <= {"docs", "examples", "benchmarks"}):
        kind = "docs"
    elif kinds == {"test"}:
        kind = "ci" if "ci" in tagged and not tagged.keys() & {"build", "test"} else "test"
    elif kinds == {"ci"}:
        kind = "ci"
    elif kinds <= {"ci", "test"}:
        about_tests = tag == "test" or bool(rules.TESTED.search(title.rest))
        kind = "test" if about_tests and ("ci" not in tagged or "build" in tagged) else "ci"
    elif "ci" in tagged and tagged["ci"] in (tagged.get("build"), tagged.get("test")):
        return _of_no_code(tagged["ci"], title, places)
    elif places["build"] and not kinds & {"examples", "benchmarks"}:
        return _of_packaging(change, tagged, places, title)
    else:
        return None
    return Verdict(kind, change.paths[0][1], 0.9, "paths")


def _of_packaging(change: ChangeText, tagged: dict[str, str], places: Counter[str], title: Title) -> Verdict | None:
    """Files of packaging beside others that are not code."""
    if rules.TESTED.search(title.rest) and places["test"] and not rules.BUILT.search(title.rest):
        return Verdict("test", change.paths[0][1], 0.7, "paths")
    if "ci" in tagged and "build" not in tagged:
        return Verdict("ci", tagged["ci"], 0.8)
    if "docs" in tagged:
        return Verdict("docs", tagged["docs"], 0.9)
    if places["docs"] and not places["ci"] and rules.DOCUMENTED.search(title.rest):
        return None
    return Verdict("build", next(path for _, path in change.paths), 0.8, "paths")


def _by_loss(tagged: dict[str, str], breaking: Sequence[FactDraft]) -> Verdict | None:
    """Breaking, where users lose or must rename something; another default or a newer library is not that."""
    lost = next((fact for fact in breaking if fact.where == "title" and fact.value in LOST), None)
    if lost is None or tagged.keys() & {"docs", "test", "ci", "bugfix"}:
        return None
    return Verdict("breaking", lost.span, 0.8)


def _by_tags(tagged: dict[str, str], title: Title, places: Counter[str]) -> Verdict | None:
    if "docs" not in tagged and "ci" in tagged and tagged["ci"] in (tagged.get("build"), tagged.get("test")):
        return _of_no_code(tagged["ci"], title, places)
    for kind in ("docs", "bugfix"):
        if kind in tagged:
            return Verdict(kind, tagged[kind], 0.9)
    if not tagged:
        return None
    kind = next(iter(tagged))
    if kind == "ci" and set(places) == {"code"} and rules.CORRECTS.search(title.rest):
        return Verdict("bugfix", title.rest, 0.6)  # a pipeline showed the fault, which is in the code
    if kind == "feature" and rules.FASTER.search(title.rest) and "performance" in tagged:
        kind = "performance"
    if kind == "refactor" and title.scope.lower() in _PLAIN_SCOPES:
        return None
    return Verdict(kind, tagged[kind], 0.9)


def _of_no_code(tag: str, title: Title, places: Counter[str]) -> Verdict:
    """vLLM's tag [CI/Build] stands for pipelines, packaging and tests alike; words and files tell which."""
    if rules.PIPED.search(title.rest):
        return Verdict("ci", tag, 0.7)
    if rules.TESTED.search(title.rest):
        return Verdict("test", tag, 0.7)
    if (
        rules.BUILT.search(title.rest)
        or rules.BUMPED.search(title.rest)
        or places["build"] > places["ci"] + places["test"]
    ):
        return Verdict("build", tag, 0.7)
    most = max(("ci", "test", "build"), key=lambda place: places[place])
    return Verdict(most if places[most] else "ci", tag, 0.6)


def _by_body(change: ChangeText, places: Counter[str]) -> Verdict | None:
    """The first lines of the body, where the title says nothing of the kind."""
    body = _TRAILER.sub("", change.body)[:_BODY_LIMIT]
    for kind, pattern in (("bugfix", rules.BROKEN_BODY), ("performance", rules.FASTER)):
        if found := pattern.search(body):
            return Verdict(kind, found.group(), 0.4, "body")
    most, count = places.most_common(1)[0] if places else ("code", 0)
    if most in ("docs", "test", "ci", "build") and 2 * count > places.total():
        return Verdict(most, change.paths[0][1], 0.4, "paths")
    return None


def _by_default(change: ChangeText, title: Title) -> Verdict:
    plain = {tag.lower() for tag in title.tags} | {title.scope.lower()}
    added = any(status == "A" and place_of(path) == "code" for status, path in change.paths)
    if plain & _PLAIN_SCOPES and not added:
        return Verdict("refactor", change.title, 0.3)
    return Verdict("feature", change.title, 0.3)
