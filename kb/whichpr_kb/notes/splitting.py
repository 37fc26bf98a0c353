"""One bullet into its items: at references, and between them at the commas and sentences that part their words."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from whichpr_kb.notes.clauses import Clause, split_clauses
from whichpr_kb.notes.elements import Citation, Element, cites
from whichpr_kb.notes.gaps import Gap, continues, cut_gap, is_filler, opening_prefix, words, wordy
from whichpr_kb.notes.lexer import Kind, Token

_SHARED_TAIL = 8
_SHARING_HEAD = 5
"""Words of a tail, and of the item before, that may share it: "Python (#1) and Rust (#2) frontends"."""


_JOINT = [Token(Kind.SEMICOLON, ";")]


@dataclass(slots=True, eq=False)
class Draft:
    """An item in the making: its elements in order, with the citations that end it.

    `prefix` are words shared with the items before it; `joined_by` is the "and" or "then" that ties it to `before`.
    """

    elements: list[Element] = field(default_factory=list)
    prefix: Sequence[Element] = ()
    before: "Draft | None" = None
    joined_by: str = ""


def split_items(elements: Sequence[Element]) -> list[Draft]:
    """The items of a block from which the lead has been taken; one without references when there are none."""
    if not any(map(cites, elements)):
        return [Draft(list(elements))] if wordy(elements) else []
    drafts: list[Draft] = []
    waiting: list[Element] = []
    for clause in split_clauses(elements):
        if any(map(cites, clause.elements)):
            joint = _JOINT if waiting and clause.after_semicolon else []
            drafts += _split_clause([*waiting, *joint, *clause.elements], len(waiting))
            waiting = []
        elif not drafts:
            waiting += [*(_JOINT if clause.after_semicolon else []), *clause.elements]
        elif wordy(clause.elements):
            _uncited(drafts, clause)
    return drafts


def _uncited(drafts: list[Draft], clause: Clause) -> None:
    """A sentence without references continues the item before it; after a semicolon it is an item of its own."""
    if clause.after_semicolon:
        drafts.append(Draft(list(clause.elements)))
    else:
        drafts[-1].elements += clause.elements


def _split_clause(elements: Sequence[Element], waiting: int) -> list[Draft]:
    drafts: list[Draft] = []
    buffer: list[Element] = []
    prefix: Sequence[Element] = ()
    depth = 0
    for index, element in enumerate(elements):
        if isinstance(element, Token):
            depth += (element.kind is Kind.OPEN) - (element.kind is Kind.CLOSE)
        if not cites(element) or depth > 0:
            buffer.append(element)
            continue
        if drafts and not wordy(buffer):
            drafts[-1].elements.append(element)
        else:
            gap = cut_gap(buffer) if drafts else Gap([], "", buffer)
            prefix = _extend(drafts, gap, prefix, index >= waiting)
            drafts[-1].elements.append(element)
        buffer = []
    if not drafts:
        return [Draft(list(elements))]
    _finish(drafts, buffer)
    return drafts


def _extend(drafts: list[Draft], gap: Gap, prefix: Sequence[Element], fresh: bool) -> Sequence[Element]:
    """Add the item that a gap leads to; returns the prefix that the rest of the clause shares."""
    if drafts:
        _add_tail(drafts, gap.tail)
    draft = Draft(list(gap.head), prefix)
    if drafts and gap.connective in ("then", "and") and not gap.tail:
        draft.before, draft.joined_by = drafts[-1], gap.connective
    own = opening_prefix(gap.head) if fresh and (not drafts or gap.connective in ("and", ", and", "with")) else ()
    draft.prefix = () if own else prefix
    drafts.append(draft)
    return own or prefix


def _add_tail(drafts: list[Draft], tail: Sequence[Element]) -> None:
    if not wordy(tail):
        return
    last = drafts[-1]
    both = last.before if last.joined_by == "and" else None
    if both and words(tail) <= _SHARED_TAIL and words(both.elements) <= _SHARING_HEAD:
        both.elements += tail
        last.before = None
    last.elements += tail


def _finish(drafts: list[Draft], rest: list[Element]) -> None:
    """What follows the last reference of a clause: more of its item, or an item without a reference."""
    if not wordy(rest):
        drafts[-1].elements += [
            element for element in rest if isinstance(element, Citation) or element.kind is Kind.STOP
        ]
        return
    gap = cut_gap(rest)
    if not gap.connective or gap.connective == "with" or not wordy(drafts[-1].elements):
        _add_tail(drafts, rest)
    elif continues(gap.head):
        drafts[-1].elements += rest
    elif not is_filler(gap.head):
        drafts.append(Draft(list(gap.head), drafts[-1].prefix))
