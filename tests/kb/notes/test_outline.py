"""Sections, and the parts of a note that are no items."""

import pytest

from whichpr_kb.notes import NoteSection, parse_notes

REPOSITORY = "acme/engine"


def sections(body: str) -> list[tuple[str, ...]]:
    return [item.section for item in parse_notes(body, REPOSITORY).items]


def shape(section: NoteSection) -> tuple[object, ...]:
    return section.title, section.level, [item.text for item in section.items], [shape(s) for s in section.sections]


BODY = """# Engine v1.2.0

* a

## Highlights

* b

### Core

* c

#### GPU

* d

**Other things**

* e

### Empty

## Fixes

* f
"""


def test_paths() -> None:
    assert sections(BODY) == [
        (),
        ("Highlights",),
        ("Highlights", "Core"),
        ("Highlights", "Core", "GPU"),
        ("Highlights", "Core", "GPU", "Other things"),
        ("Fixes",),
    ]


def test_tree() -> None:
    notes = parse_notes(BODY, REPOSITORY)
    pseudo: tuple[object, ...] = ("Other things", 7, ["e"], [])
    core = ("Core", 3, ["c"], [("GPU", 4, ["d"], [pseudo])])
    assert [shape(section) for section in notes.sections] == [
        ("", 0, ["a"], []),
        ("Highlights", 2, ["b"], [core]),
        ("Fixes", 2, ["f"], []),
    ]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("* a", [()]),
        ("What's Changed\n\n- a", [("What's Changed",)]),
        ("# New models\n* a\n\n## What's Changed\n* b", [("New models",), ("What's Changed",)]),
        ("## Owl 3.8 27B\n* a", [("Owl 3.8 27B",)]),
        ("## v2.0\n* a\n\n## v1.0\n* b", [("v2.0",), ("v1.0",)]),
        ("# Owl v4\n* a", [("Owl v4",)]),
        ("<h2>Fixes</h2><ul><li>a</li></ul>", [("Fixes",)]),
        ("## `code` and **bold**:\n* a", [("code` and bold",)]),
        ("<details><summary>More</summary>\n\n* a\n\n</details>\n\n* b", [("More",), ()]),
    ],
)
def test_headings(body: str, expected: list[tuple[str, ...]]) -> None:
    assert sections(body) == expected


def test_people_and_links_are_no_items() -> None:
    notes = parse_notes(
        "## What's Changed\n* a (#1)\n**Full Changelog**: https://github.com/acme/engine/compare/v1...v2\n\n"
        "## New Contributors 🎉\n* @x made their first contribution in #2\n* @y made their first contribution in #3\n\n"
        "## Contributors\n* @x\n\n@x, @y and #4\n",
        REPOSITORY,
    )
    assert [(item.text, item.pulls) for item in notes.items] == [("a", (1,))]
    assert notes.new_contributors == 2


def test_first_contributions_without_their_heading() -> None:
    notes = parse_notes("* a (#1)\n* @x made their first contribution in #2", REPOSITORY)
    assert (len(notes.items), notes.new_contributors) == (1, 1)


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("This has 561 commits from 242 contributors (64 new)!", (561, 242, 64)),
        ("We made 1,204 commits from 42 contributors.", (1204, 42, None)),
        ("1 commit by 1 contributor", (1, 1, None)),
        ("No numbers here.", (None, None, None)),
    ],
)
def test_stated_counts(sentence: str, expected: tuple[int | None, ...]) -> None:
    notes = parse_notes(f"## Highlights\n\n{sentence}\n", REPOSITORY)
    assert (notes.stated_commits, notes.stated_contributors, notes.stated_new_contributors) == expected
    assert [item.text for item in notes.items] == (["No numbers here"] if expected[0] is None else [])
