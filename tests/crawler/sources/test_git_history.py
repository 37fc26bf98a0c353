"""The git source: what it reads, what is new the second time, and what it refuses."""

from datetime import UTC, datetime

import pytest
from sqlalchemy import select

from whichpr_crawler.run import crawl
from whichpr_crawler.source import Job
from whichpr_kb.engines import Engine
from whichpr_kb.settings import load_settings
from whichpr_kb.store import tables
from whichpr_kb.store.database import open_store
from whichpr_kb.store.upsert import table_of

ENGINE = Engine("demo", "Demo", "owner/demo")


@pytest.fixture
def settings(tmp_path):
    return load_settings(home=tmp_path / "home")


@pytest.fixture
def store(settings):
    opened = open_store(settings)
    yield opened
    opened.close()


def read(store, settings, origin, **more):
    job = Job("git_history", ENGINE, str(origin), datetime.now(UTC), settings, **more)
    crawl(store, [job])
    return job.outcome


def rows(store, model):
    with store.reading() as connection:
        return [dict(row) for row in connection.execute(select(table_of(model))).mappings()]


def test_commits_tags_branches_and_paths(store, settings, upstream):
    a = upstream.commit("One (#1)\n\nbody\nof two lines", files={"a.py": "1", "dir/é 漢.py": "1"})
    b = upstream.commit("Two (#2)", a, day=1, author="Bö b", files={"a.py": "2"})
    pick = upstream.commit("Three (#3)", a, day=2, branch="releases/v1.0.0")
    side = upstream.commit("wip", a, day=2, branch="feature/x")
    merge = upstream.commit("Merge pull request #4 from x/y\n\nTitle", b, side, day=3)
    upstream.tag("v1.0.0", pick, annotated=True)
    upstream.tag("v1.1.0", merge)
    outcome = read(store, settings, upstream.path)
    assert (outcome.errors, outcome.complete) == ([], True)
    commits = {row["sha"]: row for row in rows(store, tables.Commit)}
    assert set(commits) == {a, b, pick, side, merge}
    assert (commits[a]["subject"], commits[a]["body"]) == ("One (#1)", "body\nof two lines")
    assert commits[a]["paths"] == "A\ta.py\nA\tdir/é 漢.py"
    assert (commits[b]["author"], commits[b]["paths"]) == ("Bö b", "M\ta.py")
    assert commits[b]["committed_at"] == datetime(2026, 1, 2, tzinfo=UTC)
    assert commits[merge]["parents"] == f"{b} {side}"
    tags = {row["name"]: (row["sha"], row["tagged_at"]) for row in rows(store, tables.Tag)}
    assert tags == {
        "v1.0.0": (pick, datetime(2026, 1, 3, tzinfo=UTC)), "v1.1.0": (merge, datetime(2026, 1, 4, tzinfo=UTC)),
    }  # fmt: skip
    branches = {row["name"]: row["is_default"] for row in rows(store, tables.Branch)}
    assert branches == {"main": True, "releases/v1.0.0": False}


def test_only_what_is_new_is_read(store, settings, upstream):
    a = upstream.commit("One (#1)")
    assert read(store, settings, upstream.path).records == 2
    assert read(store, settings, upstream.path).records == 0
    b = upstream.commit("Two (#2)", a, day=1)
    upstream.tag("v1", b)
    again = read(store, settings, upstream.path)
    assert (again.records, again.changed) == (3, 3)
    assert read(store, settings, upstream.path, full=True).changed == 0


def test_rewritten_history_is_read_anew(store, settings, upstream):
    upstream.commit("One (#1)")
    read(store, settings, upstream.path)
    other = upstream.commit("Other (#1)", day=5)
    read(store, settings, upstream.path)
    assert {row["sha"] for row in rows(store, tables.Branch)} == {other}


def test_messages_that_could_be_taken_for_structure(store, settings, upstream):
    sha = "0" * 40
    a = upstream.commit(f"{sha} (#1)\n\n{sha}\nM\tnot/a/path\n\x01", files={"M": "x", "A b\nc": "y"})
    b = upstream.commit("", a, day=1, files={"M": "x", "A b\nc": "y"})
    read(store, settings, upstream.path)
    commits = {row["sha"]: row for row in rows(store, tables.Commit)}
    assert set(commits) == {a, b}
    assert commits[a]["subject"] == f"{sha} (#1)"
    assert (commits[b]["subject"], commits[b]["paths"]) == ("", "")


@pytest.mark.parametrize("prepare", ["empty", "plain", "file"])
def test_what_is_no_repository_is_an_error(store, settings, upstream, tmp_path, prepare):
    origin = upstream.path
    if prepare == "plain":
        origin = tmp_path / "plain"
        origin.mkdir()
    if prepare == "file":
        origin = tmp_path / "file"
        origin.write_text("x")
    (error,) = read(store, settings, origin).errors
    assert (error.exit_code, bool(error.hint)) == (4, True)
    assert rows(store, tables.Commit) == []


def test_refs_in_disguise_do_no_harm(store, settings, upstream, tmp_path):
    a = upstream.commit("One (#1)")
    upstream.git("update-ref", "refs/tags/--upload-pack=x", a)
    upstream.tag("$(touch${IFS}x);", a)
    assert read(store, settings, upstream.path).errors == []
    assert {row["name"] for row in rows(store, tables.Tag)} == {"--upload-pack=x", "$(touch${IFS}x);"}
    assert not list(tmp_path.rglob("x"))


def test_since_leaves_the_place_for_a_full_run(store, settings, upstream):
    a = upstream.commit("One (#1)")
    upstream.commit("Two (#2)", a, day=10)
    since = datetime(2026, 1, 5, tzinfo=UTC)
    assert read(store, settings, upstream.path, since=since).complete is True
    assert len(rows(store, tables.Commit)) == 1
    read(store, settings, upstream.path)
    assert len(rows(store, tables.Commit)) == 2
