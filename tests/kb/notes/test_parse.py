"""Items, topics and numbers of bullets in the styles that release notes are written in."""

import pytest

from whichpr_kb.notes import NoteItem, parse_notes

REPOSITORY = "acme/engine"
URL = "https://github.com/acme/engine/pull/"


def items(body: str) -> tuple[NoteItem, ...]:
    return parse_notes(body, REPOSITORY).items


def texts(body: str) -> list[tuple[str, tuple[int, ...]]]:
    return [(item.text, item.pulls) for item in items(body)]


def test_bullet_of_several_items() -> None:
    found = items(
        "* **Falcon support** in one go: loader (#1, #2), C (#3) and Go (#4) clients, wide tiles (2.5% faster, #5), "
        "and a switch to share weights (#6)."
    )
    assert [(item.text, item.pulls) for item in found] == [
        ("loader", (1, 2)),
        ("C clients", (3,)),
        ("Go clients", (4,)),
        ("wide tiles (2.5% faster)", (5,)),
        ("a switch to share weights", (6,)),
    ]
    assert {item.topic for item in found} == {"Falcon support"}
    assert [item.position for item in found] == [0, 1, 2, 3, 4]
    assert {item.bullet for item in found} == {0}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (
            "* tiles (2–4% TTFT) (#7), layout (K, N) kept (#8)",
            [("tiles (2–4% TTFT)", (7,)), ("layout (K, N) kept", (8,))],
        ),
        ("* packed cache (#9, gated #10)", [("packed cache (gated)", (9, 10))]),
        (
            "* parser fixes (Owl ids #1, Lark #2/#3, `x, y` again #4)",
            [("parser fixes: Owl ids", (1,)), ("parser fixes: Lark", (2, 3)), ("parser fixes: `x, y` again", (4,))],
        ),
        ("* build on Z (#1) — a breaking change; X (#2)", [("build on Z — a breaking change", (1,)), ("X", (2,))]),
        ("* Tool 1.2 (#1) then 1.3 (#2), Other 2 (#3)", [("Tool 1.2", (1,)), ("Tool 1.3", (2,)), ("Other 2", (3,))]),
        ("* tuning for Owl (#1) and Lark (#2)", [("tuning for Owl", (1,)), ("tuning for Lark", (2,))]),
        ("* fixes for slow starts (#1), and hangs (#2)", [("fixes for slow starts", (1,)), ("fixes for hangs", (2,))]),
        ("* new parsers — Owl (#1), Lark (#2)", [("new parsers — Owl", (1,)), ("new parsers — Lark", (2,))]),
        ("* New: Owl — Text (#1), Lark — Text (#2), Jay (#3)", [("Owl — Text", (1,)), ("Owl — Lark", (2,))][:1]),
        ("* cache (#1), sampler (#2), plus many fixes.", [("cache", (1,)), ("sampler", (2,)), ("many fixes", ())]),
        ("* cache (#1), sampler (#2), improving tails.", [("cache", (1,)), ("sampler, improving tails", (2,))]),
        ("* X is gone (#1). The old path stays.", [("X is gone. The old path stays.", (1,))]),
        ("* No longer sets A; use B (#1). Then C (#2)", [("No longer sets A; use B", (1,)), ("Then C", (2,))]),
        ("* support for 1,000 users (#1)", [("support for 1,000 users", (1,))]),
        ("* Zap (#12) (#13)", [("Zap", (12, 13))]),
        ("* Foo #8, bar #9, and baz #10", [("Foo", (8,)), ("bar", (9,)), ("baz", (10,))]),
        ("* fixes with `a, b (#1)` and X (#2)", [("fixes with `a, b (#1)` and X", (2,))]),
        ("* [x] done (#1)", [("done", (1,))]),
        ("* needs `lib 2+` (#1), torch 2.12+ (#2)", [("needs `lib 2+`", (1,)), ("torch 2.12+", (2,))]),
        ("* --fast is on (#1)", [("--fast is on", (1,))]),
        ("* plain words, and more words.", [("plain words, and more words", ())]),
        ("* (#11)", [("#11", (11,))]),
    ],
)
def test_splitting(body: str, expected: list[tuple[str, tuple[int, ...]]]) -> None:
    assert texts(body)[: len(expected)] == expected


@pytest.mark.parametrize(
    ("body", "pulls", "mentions"),
    [
        ("* Fix a hang introduced in #20 (#21)", (21,), (20,)),
        ("* Undo it (#22, revert of #23)", (22,), (23,)),
        ('* Revert "Add cache (#24)" (#25)', (25,), (24,)),
        ("* levels (RFC #11, #12)", (12,), (11,)),
        ("* X, fixes #4 (#6)", (6,), (4,)),
        ("* X, see #4", (), (4,)),
        ("* Fix #4 when idle (#5)", (5,), (4,)),
        ("* Startup fix #4", (4,), ()),
        ("* Disable routing #33", (33,), ()),
        ("* #34: start here", (34,), ()),
        ("* #35 Start here", (35,), ()),
        ("* Fix (PR #3)", (3,), ()),
        ("* text (via #3)", (3,), ()),
        (f"* text ({URL}3)", (3,), ()),
        (f"* text {URL}3/files", (3,), ()),
        ("* text https://github.com/ACME/Engine/issues/3#issuecomment-9.", (3,), ()),
        (f"* [#3]({URL}3) text", (3,), ()),
        ("* [Improve it](https://redirect.github.com/acme/engine/issues/37)", (37,), ()),
        ("* text acme/engine#41", (41,), ()),
        ("* text other/tool#39 (other/tool#40)", (), ()),
        ("* text ([#50](https://github.com/other/tool/pull/50)) (#51)", (51,), ()),
        ("* text https://github.com/other/tool/pull/50", (), ()),
        ("* text https://example.org/#50 and C#5 and page#6", (), ()),
        ("* `#5` stays code", (), ()),
        ("* text (#0, #12345678, #12a)", (), ()),
        ("* text (#5, #5, #6) (#5)", (5, 6), ()),
    ],
)
def test_pulls_and_mentions(body: str, pulls: tuple[int, ...], mentions: tuple[int, ...]) -> None:
    (item,) = items(body)
    assert (item.pulls, item.mentions) == (pulls, mentions)


def test_text_of_links_to_other_repositories() -> None:
    (item,) = items("* bump ([#50](https://github.com/other/tool/pull/50)) (#51)")
    assert item.text == "bump (other/tool#50)"


@pytest.mark.parametrize(
    ("body", "author", "text"),
    [
        (f"* quicker load by @sam-1 in {URL}30", "sam-1", "quicker load"),
        (f"* Bump by @dependabot[bot] in {URL}30", "dependabot[bot]", "Bump"),
        (f"* Plain support #29 by @kim in {URL}30", "kim", "Plain support #29"),
        ("* quicker load (@sam #30)", "sam", "quicker load"),
        ("* quicker load (#30 by @sam)", "sam", "quicker load"),
        ("* quicker load by @sam (#30)", "sam", "quicker load"),
        ("* quicker load by sam (#30)", None, "quicker load by sam"),
    ],
)
def test_author(body: str, author: str | None, text: str) -> None:
    (item,) = items(body)
    assert (item.author, item.text, item.pulls) == (author, text, (30,))


@pytest.mark.parametrize(
    ("body", "topic", "text"),
    [
        ("* cli: quicker load (#1)", "cli", "quicker load"),
        ("* **Owl**: quicker load (#1)", "Owl", "quicker load"),
        ("* **Owl:** quicker load (#1)", "Owl", "quicker load"),
        ("* **Owl** — quicker load (#1)", "Owl", "quicker load"),
        ("* **Owl** loads quicker (#1)", "Owl", "Owl loads quicker"),
        ("* **Owl is gone** (#1)", None, "Owl is gone"),
        ("* [Owl](https://example.org): quicker load", "Owl", "quicker load"),
        ("* Owl (#1): quicker load", "Owl", "Owl: quicker load"),
        ("* Owl loads a lot quicker than before: no lock (#1)", None, "Owl loads a lot quicker than before: no lock"),
        ("* [Tag]: quicker load (#1)", None, "[Tag]: quicker load"),
        ("* quicker load at 10:30 (#1)", None, "quicker load at 10:30"),
    ],
)
def test_topic(body: str, topic: str | None, text: str) -> None:
    (item,) = items(body)
    assert (item.topic, item.text) == (topic, text)


def test_long_lead_is_topic_of_a_list() -> None:
    found = items("* Owl came with all of its parts: loader (#1), sampler (#2)")
    assert [(item.topic, item.text) for item in found] == [
        ("Owl came with all of its parts", "loader"),
        ("Owl came with all of its parts", "sampler"),
    ]


def test_nested_and_continued_bullets() -> None:
    found = items(
        "- **GPU**:\n  - one\n    line (#1)\n\n    and words\n  - Owl: x (#2), y (#3)\n- Big: long text\n  - last"
    )
    assert [(item.bullet, item.topic, item.text) for item in found] == [
        (0, "GPU", "one line and words"),
        (1, "GPU: Owl", "x"),
        (1, "GPU: Owl", "y"),
        (2, "Big", "long text"),
        (3, "Big", "last"),
    ]


def test_paragraphs_count_only_with_references() -> None:
    body = "Just an introduction.\n\nThis brings caching (#5) and tiling (#6).\n\n```\nfix (#7)\n```"
    assert texts(body) == [("This brings caching", (5,)), ("tiling", (6,))]


def test_chinese_punctuation() -> None:
    body = "* 新模型：猫头鹰（#1）、麻雀（#2）；修复崩溃（#3）。\n* 支持张量并行（提升 5%，#4），修复泄漏（#5）"
    assert [(item.topic, item.text, item.pulls) for item in items(body)] == [
        ("新模型", "猫头鹰", (1,)),
        ("新模型", "麻雀", (2,)),
        ("新模型", "修复崩溃", (3,)),
        (None, "支持张量并行（提升 5%）", (4,)),
        (None, "修复泄漏", (5,)),
    ]


def test_table_rows_are_paragraphs() -> None:
    assert texts("| what | where |\n|---|---|\n| faster | #12 |\n| smaller | #13 |") == [
        ("faster", (12,)),
        ("smaller", (13,)),
    ]


@pytest.mark.parametrize("body", ["", " \n", "# Heading only", "<!-- (#1) -->", "![alt](x.png)"])
def test_nothing_to_find(body: str) -> None:
    notes = parse_notes(body, REPOSITORY)
    assert (notes.items, notes.sections) == ((), ())


def test_notes_of_nothing_but_prose_are_their_paragraphs() -> None:
    assert texts("## A model\n\nIt runs here now.\n\nSpeed is good.") == [
        ("It runs here now", ()),
        ("Speed is good", ()),
    ]
    assert texts("Prose before a list.\n\n* One (#1)") == [("One", (1,))]
