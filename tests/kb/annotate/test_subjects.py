"""Numbers, titles, reverts and picks as commits state them."""

import pytest

from whichpr_kb.annotate.subjects import Subject, read_origin, read_subject


@pytest.mark.parametrize(
    ("subject", "body", "expected"),
    [
        ("Add a thing (#12)", "", Subject("Add a thing", 12, "squash")),
        ("Add a thing (#12) ", "", Subject("Add a thing", 12, "squash")),
        ('Revert "Add a thing (#12)" (#34)', "", Subject('Revert "Add a thing (#12)"', 34, "squash")),
        ("Follow-up to (#12) for arm", "", Subject("Follow-up to (#12) for arm")),
        ("Merge pull request #7 from someone/branch", "\nThe title\n\nmore", Subject("The title", 7, "merge")),
        ("Merge pull request #7 from someone/branch", "", Subject("someone/branch", 7, "merge")),
        ("no number", "Fixes #9", Subject("no number")),
        ("(#5)", "", Subject("(#5)", 5, "squash")),
        ("too long (#1234567890)", "", Subject("too long (#1234567890)")),
    ],
)
def test_subject(subject, body, expected):
    assert read_subject(subject, body) == expected


SHA = "0123456789abcdef0123456789abcdef01234567"


@pytest.mark.parametrize(
    ("title", "body", "reverts"),
    [
        ('Revert "Add a thing (#12)"', "", "12"),
        ("[CI] Revert #12 for now", "", "12"),
        ('Revert "Add a thing"', f"This reverts commit {SHA}.", SHA),
        ('Revert "Add a thing"', "Reverts owner/name#55", "55"),
        ('Revert "Revert "Add a thing (#12)" (#34)"', "", "34"),
        ("Do not revert the order of layers", "", None),
        ("Fix a thing", "This reverts commit 0123456.", None),
    ],
)  # fmt: skip
def test_reverts(title, body, reverts):
    assert read_origin(title, body).reverts == reverts


def test_picks():
    assert read_origin("[Cherry-pick] Backport of #12", "").picked_from == "12"
    assert read_origin("A fix", "x\n(cherry picked from commit 0123456789)").picked_from == "0123456789"
    assert read_origin("A fix", "").picked_from is None
