"""show, released, diff and status from a small store."""

from datetime import UTC, datetime, timedelta

import pytest

from whichpr_kb.ask.diff import diff
from whichpr_kb.ask.released import released
from whichpr_kb.ask.show import parse_reference, show_change, show_release
from whichpr_kb.ask.status import status
from whichpr_kb.errors import NotFound, UnknownEngine, UsageError
from whichpr_kb.index.base import Facets
from whichpr_kb.index.refresh import refresh


@pytest.fixture
def connection(filled):
    with filled.reading() as opened:
        yield opened


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("vllm#12", ("vllm", "12", False)),
        ("vLLM#0012", ("vllm", "12", False)),
        ("vllm-project/vllm#12", ("vllm", "12", False)),
        ("vllm@v0.27.0", ("vllm", "v0.27.0", True)),
        ("ollama@abcdef0123", ("ollama", "abcdef0123", False)),
    ],
)
def test_references(connection, text, expected):
    assert parse_reference(connection, text) == expected


@pytest.mark.parametrize("text", ["", "12", "vllm", "vllm#", "vllm#x", "#12", "vllm@"])
def test_what_is_no_reference(connection, text):
    with pytest.raises(UsageError):
        parse_reference(connection, text)
    with pytest.raises(UnknownEngine):
        parse_reference(connection, "nobody#1")


def test_released(connection):
    found = released(connection, "vllm", "11")
    assert (found["first_release"], found["first_prerelease"]) == ("v1.1.0", "v1.1.0rc1")
    assert [(row["tag"], row["how"]) for row in found["releases"]] == [("v1.1.0", "main"), ("v1.2.0", "main")]


def test_released_of_the_reverted_and_the_bounded(connection):
    found = released(connection, "vllm", "10")
    assert (found["first_release"], found["first_release_not_after"]) == (None, "v1.0.0")
    assert (found["reverted_by"], found["reverted_in"]) == ("13", "v1.2.0")
    assert [row["tag"] for row in found["releases"]] == ["v1.0.0", "v1.1.0", "v1.2.0"]


def test_show_a_change(connection):
    found = show_change(connection, "vllm", "12")
    assert found["notes"] == [{"release": "v1.1.0", "section": "Highlights", "text": "Kimi K3 support: DeepGEMM path"}]
    assert found["models"] == ["Kimi K3"]
    assert (found["pr"], found["paths"]) == (12, ["vllm/x.py"])
    assert show_change(connection, "vllm", "ddddddd")["sha"] == "d" * 40


def test_show_a_release(connection):
    found = show_release(connection, "vllm", "1.1.0")
    assert (found["tag"], found["commits"], found["pulls"]) == ("v1.1.0", 3, 2)
    assert found["stated"] == {"commits": 3, "contributors": 3, "new_contributors": 1}
    assert [change["number"] for change in found["changes"]] == [11, 12, None]


def test_what_is_not_there_names_what_is(connection):
    with pytest.raises(NotFound, match="vllm#99") as caught:
        show_change(connection, "vllm", "99")
    assert "2026-07-06" in caught.value.hint
    with pytest.raises(NotFound) as caught:
        show_release(connection, "vllm", "v1.3.0")
    assert "v1.1.0" in caught.value.hint


def test_diff_puts_breaking_first_and_filters(connection):
    found = diff(connection, "vllm", "v1.0.0", "v1.2.0", Facets())
    assert found["items"][0]["pr"] == 14
    assert {item["pr"] for item in found["items"]} == {11, 12, None, 13, 14}
    only = diff(connection, "vllm", "v1.0.0", "v1.2.0", Facets(kind="bugfix"))
    assert [item["pr"] for item in only["items"]] == [12]
    with pytest.raises(UsageError, match="not older"):
        diff(connection, "vllm", "v1.2.0", "v1.0.0", Facets())


def test_status(filled, settings):
    with filled.reading() as connection:
        before = status(connection, settings.index_dir, datetime(2026, 8, 2, tzinfo=UTC))
    (engine,) = before["engines"]
    assert (engine["prs"], engine["commits_without_pr"], engine["tags"], engine["releases"]) == (5, 1, 4, 1)
    assert (before["index"]["stale"], before["index"]["documents"]) == (True, 0)
    refresh(filled, settings.index_dir)
    with filled.reading() as connection:
        after = status(connection, settings.index_dir, datetime(2026, 8, 1, tzinfo=UTC) + timedelta(days=9))
    assert after["index"]["stale"] is False
    assert [source["stale"] for source in after["sources"]] == [True]
