"""Bodies made to hang a parser or to overflow its stack."""

import time

import pytest

from whichpr_kb.notes import Notes, parse_notes
from whichpr_kb.notes.markup import MAX_BODY, MAX_INLINE

REPOSITORY = "acme/engine"
SECONDS = 60
"""Far above what any of them takes, far below what quadratic time would."""


def parse(body: str) -> Notes:
    start = time.monotonic()
    notes = parse_notes(body, REPOSITORY)
    assert time.monotonic() - start < SECONDS
    return notes


def test_one_line_of_open_parentheses() -> None:
    notes = parse("(((#1" * 400_000)
    assert [item.pulls for item in notes.items] in ([()], [(1,)])
    assert notes.truncated


def test_nested_bullets_on_one_line() -> None:
    assert parse("- " * 5_000 + "deep (#1)\n\n* flat (#2)").items[-1].pulls == (2,)


def test_nested_bullets_by_indentation() -> None:
    notes = parse("\n".join("  " * depth + f"- level (#{depth + 1})" for depth in range(950)))
    assert [item.pulls for item in notes.items] == [(depth + 1,) for depth in range(950)]


def test_nested_html() -> None:
    assert parse("<ul><li>" * 5_000 + "deep (#1)").items[0].pulls == (1,)


def test_nested_links() -> None:
    assert parse("* " + "![" * 140 + "a" + "](b)" * 140 + " (#1)").items[0].pulls == (1,)


def test_nested_summaries() -> None:
    assert parse("<details><summary>a</summary>\n\n" * 3_000 + "* a (#1)").items[0].pulls == (1,)


def test_only_the_first_characters_of_a_huge_body_are_read() -> None:
    line = "* " + "text " * 100 + "(#1)\n"
    notes = parse(line * (50_000_000 // len(line)))
    assert notes.truncated
    assert len(notes.items) in (MAX_BODY // len(line), MAX_BODY // len(line) + 1)


def test_a_usual_body_is_read_whole() -> None:
    notes = parse("* text (#1)\n" * 10_000 + "* last (#2)")
    assert (len(notes.items), notes.items[-1].pulls, notes.truncated) == (10_001, (2,), False)


def test_a_long_paragraph_is_read_as_plain_text() -> None:
    assert parse("* " + "word " * MAX_INLINE + "(#1), **end** (#2)").items[-1].text == "**end**"


@pytest.mark.parametrize(
    "piece",
    [
        "[",
        "![",
        "<!--",
        "<!A ",
        "<?",
        "<a ",
        '<a b="',
        "`a",
        "*_",
        "a/",
        "#1, ",
        "and ",
        " ,",
        "introduc",
        "x: ",
        "(a #1, ",
    ],
)
@pytest.mark.parametrize("start", ["", "<div>", "* a (#1) "])
def test_repeated_openings(start: str, piece: str) -> None:
    body = f"{start}{piece * (15_000 // len(piece))}\n\n" * 4
    assert len(parse(body).items) <= len(body)
