"""Which release first holds a change."""

from datetime import UTC, datetime, timedelta

import pytest

from whichpr_kb.annotate.changes import add_stubs, read_history
from whichpr_kb.annotate.membership import find_membership
from whichpr_kb.engines import Engine

ENGINE = Engine("demo", "Demo", "owner/demo", tags="semver")
START = datetime(2026, 1, 1, tzinfo=UTC)


def commit(sha, *parents, subject, author="ann", day=0, body=""):
    when = START + timedelta(days=day)
    return {
        "sha": sha, "parents": " ".join(parents), "subject": subject, "body": body, "author": author,
        "authored_at": when, "committed_at": when, "paths": "",
    }  # fmt: skip


@pytest.fixture
def history():
    """main: a b c d e; v1.0.0 on b, v1.0.1 = b with a pick of c, v1.1.0 on e, v1.1.0-rc1 on d."""
    rows = [
        commit("a", subject="First (#1)"),
        commit("b", "a", subject="Second (#2)", day=1),
        commit("c", "b", subject="Third (#3)", author="bob", day=2),
        commit("d", "c", subject="Fourth (#4)", author="cem", day=3),
        commit("e", "d", subject="no number", day=4),
        commit("p", "b", subject="Third (#3)", author="bob", day=5),
    ]
    return read_history(ENGINE, rows, "e")


TAGS = {"v1.0.0": "b", "v1.0.1": "p", "v1.1.0-rc1": "d", "v1.1.0": "e", "latest": "e"}


def held(found, key):
    entry = found.of(key)
    return entry.first, entry.how, entry.first_prerelease, entry.not_after


def test_the_earliest_version_wins_and_a_pick_is_marked(history):
    found = find_membership(ENGINE, history, TAGS, {}, [])
    assert held(found, "3") == ("v1.0.1", "cherry-pick", None, None)
    assert held(found, "4") == ("v1.1.0", "main", "v1.1.0-rc1", None)
    assert held(found, "e") == ("v1.1.0", "main", None, None)


def test_a_pull_request_is_new_once_whatever_its_sha(history):
    members = find_membership(ENGINE, history, TAGS, {}, []).members
    assert members["v1.0.1"] == {"3": ("p", "cherry-pick", True)}
    assert members["v1.1.0"] == {
        "3": ("c", "main", False), "4": ("d", "main", True), "e": ("e", "main", True),
    }  # fmt: skip


def test_counts_are_of_the_window(history):
    counted = find_membership(ENGINE, history, TAGS, {}, []).counted["v1.1.0"]
    assert (counted.previous, counted.commits, counted.contributors, counted.new_contributors) == ("v1.0.1", 3, 3, 1)


def test_the_oldest_tag_only_bounds(history):
    found = find_membership(ENGINE, history, TAGS, {}, [])
    assert held(found, "1") == (None, None, None, "v1.0.0")
    assert found.members["v1.0.0"] == {}
    assert found.counted["v1.0.0"].bounded is True


def test_unless_it_is_known_to_be_the_first_release(history):
    engine = Engine("demo", "Demo", "owner/demo", tags="semver", first_tag="v1.0.0")
    found = find_membership(engine, history, TAGS, {}, [])
    assert held(found, "1") == ("v1.0.0", "main", None, None)
    assert found.counted["v1.0.0"].commits == 2


def test_below_the_bound_the_earliest_notes_decide(history):
    cited = {"v0.9.0": ["1"], "v0.8.0": ["1"], "v1.1.0": ["1", "2"], "v1.0.0": ["2"]}
    found = find_membership(ENGINE, history, TAGS, cited, [])
    assert held(found, "1")[:2] == ("v0.8.0", "notes")
    assert held(found, "2")[:2] == ("v1.0.0", "notes")
    assert found.members["v0.8.0"] == {"1": (None, "notes", True)}


def test_notes_never_make_a_tagged_change_older(history):
    found = find_membership(ENGINE, history, TAGS, {"v0.9.0": ["4"]}, [])
    assert held(found, "4")[:2] == ("v1.1.0", "main")


def test_numbers_that_only_notes_name_are_no_members(history):
    add_stubs(ENGINE, history.changes, [99])
    found = find_membership(ENGINE, history, TAGS, {"v1.1.0": ["99"], "v0.9.0": ["99"]}, [])
    assert history.changes["99"].stub is True
    assert "99" not in found.members["v1.1.0"]
    assert found.members["v0.9.0"] == {}
    assert found.of("99").first is None


def test_without_a_graph_stated_membership_counts():
    history = read_history(ENGINE, [], None)
    stated = [
        {"tag": "v1.1.0", "number": 5, "how": "main", "sha": None},
        {"tag": "v1.0.1", "number": 5, "how": "cherry-pick", "sha": None},
    ]
    found = find_membership(ENGINE, history, {"v1.0.1": None, "v1.1.0": None}, {}, stated)
    assert held(found, "5")[:2] == ("v1.0.1", "cherry-pick")
    assert found.members["v1.1.0"] == {}
