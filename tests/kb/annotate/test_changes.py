"""Commits grouped into changes."""

from datetime import UTC, datetime, timedelta

from whichpr_kb.annotate.changes import add_pulls, read_history
from whichpr_kb.annotate.reverts import find_relations
from whichpr_kb.engines import Engine

ENGINE = Engine("demo", "Demo", "owner/demo")
START = datetime(2026, 1, 1, tzinfo=UTC)


def commit(sha, *parents, subject, author="ann", day=0, body=""):
    when = START + timedelta(days=day)
    return {
        "sha": sha, "parents": " ".join(parents), "subject": subject, "body": body, "author": author,
        "authored_at": when, "committed_at": when, "paths": "M\tx.py",
    }  # fmt: skip


def test_the_commits_of_a_merged_branch_belong_to_its_pull_request():
    rows = [
        commit("a", subject="start"),
        commit("s", "a", subject="wip", day=1),
        commit("m", "a", "s", subject="Merge pull request #7 from x/y", body="A title", day=2),
    ]
    changes = read_history(ENGINE, rows, "m").changes
    assert {key: (change.title, change.shas) for key, change in changes.items()} == {
        "a": ("start", ["a"]), "7": ("A title", ["m", "s"]),
    }  # fmt: skip


def test_a_plain_merge_keeps_its_side_as_changes_of_their_own():
    rows = [
        commit("a", subject="start"),
        commit("s", "a", subject="side", day=1),
        commit("m", "a", "s", subject="Merge branch 'x'", day=2),
    ]
    assert set(read_history(ENGINE, rows, "m").changes) == {"a", "s", "m"}


def test_picks_without_a_number_are_one_change():
    rows = [
        commit("a", subject="start"),
        commit("b", "a", subject="fix it", day=1),
        commit("p", "a", subject="fix it", day=1),
        commit("q", "a", subject="fix it", author="bob", day=1),
    ]
    changes = read_history(ENGINE, rows, "b").changes
    assert changes["b"].shas == ["b", "p"]
    assert changes["q"].shas == ["q"]


def test_a_number_seen_twice_is_one_change_named_by_the_first_on_main():
    rows = [
        commit("a", subject="One (#3)"),
        commit("b", "a", subject="One again (#3)", day=1),
        commit("p", "a", subject="One picked (#3)", day=-1),
    ]
    changes = read_history(ENGINE, rows, "b").changes
    assert (changes["3"].title, changes["3"].shas) == ("One", ["a", "b", "p"])


def test_what_pull_requests_say_stands_over_commits():
    changes = read_history(ENGINE, [commit("a", subject="Old title (#3)", body="old")], "a").changes
    pull = {
        "number": 3, "title": "New title", "body": "", "url": "", "author": "login", "merged_at": None, "paths": "",
        "source": "github_pulls",
    }  # fmt: skip
    add_pulls(ENGINE, changes, [pull, {**pull, "number": 4, "title": "Only here"}])
    assert (changes["3"].title, changes["3"].body, changes["3"].author) == ("New title", "old", "login")
    assert (changes["4"].title, changes["4"].url) == ("Only here", "https://github.com/owner/demo/pull/4")


def relations(*rows):
    history = read_history(ENGINE, list(rows), rows[-1]["sha"])
    return find_relations(history, history.changes.values())


def test_a_revert_names_what_it_undoes():
    found = relations(commit("a", subject="Add (#1)"), commit("b", "a", subject='Revert "Add (#1)" (#2)', day=1))
    assert (found.reverts, found.reverted_by) == ({"2": "1"}, {"1": "2"})


def test_a_reverted_revert_undoes_nothing():
    found = relations(
        commit("a", subject="Add (#1)"),
        commit("b", "a", subject='Revert "Add (#1)" (#2)', day=1),
        commit("c", "b", subject='Revert "Revert "Add (#1)" (#2)" (#3)', day=2),
    )
    assert found.reverts == {"2": "1", "3": "2"}
    assert found.reverted_by == {"2": "3"}


def test_a_revert_by_sha_and_one_of_the_unknown():
    sha = "0123456789abcdef0123456789abcdef01234567"
    found = relations(
        commit(sha, subject="plain"),
        commit("b", sha, subject='Revert "plain"', body=f"This reverts commit {sha[:10]}.", day=1),
        commit("c", "b", subject='Revert "Elsewhere (#999)" (#4)', day=2),
    )
    assert found.reverts == {"b": sha}
    assert found.reverted_by == {sha: "b"}


def test_two_that_name_each_other_do_not_loop():
    found = relations(commit("a", subject="Revert #2 (#1)"), commit("b", "a", subject="Revert #1 (#2)"))
    assert found.reverts == {"2": "1"}


def test_a_pick_with_a_number_of_its_own():
    rows = [commit("a", subject="Add (#1)"), commit("p", "a", subject="Add (#1) (#9)", day=1)]
    history = read_history(ENGINE, rows, "a")
    assert find_relations(history, history.changes.values()).backport_of == {"9": "1"}


def test_a_revert_that_only_quotes_the_title():
    found = relations(
        commit("a", subject='Say "hello" (#1)'),
        commit("b", "a", subject='Say "hello" (#2)', day=1),
        commit("c", "b", subject='Revert "Say "hello"" (#3)', day=2),
        commit("d", "c", subject='Say "hello" (#4)', day=3),
        commit("e", "d", subject='Revert "Never said" (#5)', day=4),
    )
    assert found.reverts == {"3": "2"}


def test_restated_titles_of_the_sample_give_way_to_history():
    changes = read_history(ENGINE, [commit("a", subject="Official (#3)")], "a").changes
    pull = {"number": 3, "title": "Restated", "body": "x", "url": "", "author": None, "merged_at": None, "paths": ""}
    add_pulls(ENGINE, changes, [{**pull, "source": "sample"}])
    assert changes["3"].title == "Official"
