"""What holds for any text."""

import html
import re

from hypothesis import given
from hypothesis import strategies as st

from whichpr_kb.notes import NoteItem, NoteSection, parse_notes

MARKS = [
    "(",
    ")",
    ", ",
    "; ",
    ". ",
    " and ",
    "**",
    "`",
    "* ",
    "  - ",
    "\n",
    "\n\n",
    "## ",
    "word",
    "：",
    " — ",
    "&#35;",
]
TAGS = ["<li>", "</ul>", "<details>", "<summary>", "</details>", "<a href='https://github.com/acme/engine/pull/7'>"]
NUMBERS = [
    "#12",
    "(#3, #4)",
    "（#5）",
    "https://github.com/acme/engine/pull/6",
    "other/tool#8",
    "acme/engine#9",
    "[#1](",
]
PIECES = st.sampled_from([*MARKS, *TAGS, *NUMBERS, " by @sam in ", "see "])
BODIES = st.one_of(st.text(), st.lists(PIECES, max_size=40).map("".join))


def flat(section: NoteSection) -> list[NoteItem]:
    return [*section.items, *(item for inner in section.sections for item in flat(inner))]


@given(BODIES)
def test_any_text_parses_and_its_numbers_occur_in_it(body: str) -> None:
    notes = parse_notes(body, "acme/engine")
    occurring = set(re.findall(r"[0-9]+", re.sub("[\u200b\u200c\u2060\ufeff\u00ad]", "", html.unescape(body))))
    named = {number for item in notes.items for number in item.pulls + item.mentions}
    assert {str(number) for number in named} <= occurring


@given(BODIES)
def test_items_are_in_order_and_in_the_tree(body: str) -> None:
    notes = parse_notes(body, "acme/engine")
    assert [item.position for item in notes.items] == list(range(len(notes.items)))
    bullets = [item.bullet for item in notes.items]
    assert sorted(set(bullets)) == list(range(len(set(bullets))))
    assert bullets == sorted(bullets)
    in_tree = [item for section in notes.sections for item in flat(section)]
    assert sorted(in_tree, key=lambda item: item.position) == list(notes.items)


@given(BODIES)
def test_texts_are_tidy(body: str) -> None:
    for item in parse_notes(body, "acme/engine").items:
        assert item.text == " ".join(item.text.split())
        assert item.text
        assert not set(item.pulls) & set(item.mentions)
        assert len(set(item.pulls)) == len(item.pulls)
