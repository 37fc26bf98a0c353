from __future__ import annotations

from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from sqlalchemy import delete

from whichpr_kb.errors import OutputError, UsageError
from whichpr_kb.store import tables
from whichpr_kb.store.upsert import table_of
from whichpr_site import build as building
from whichpr_site.build import build

NOW = datetime(2026, 12, 1, 9, 30, tzinfo=UTC)


@pytest.fixture
def made(connection, tmp_path):
    """The site of the small store, for a sub-path."""
    out = tmp_path / "public"
    return out, build(connection, out, "https://example.org/kb/", "all", NOW)


class References(HTMLParser):
    """Every href and src of a page."""

    def __init__(self, text):
        super().__init__()
        self.found = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.found += [(tag, value) for name, value in attributes if name in ("href", "src")]


def pages(out):
    return sorted(path for path in out.rglob("*.html") if "pagefind" not in path.parts)


def files(out):
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*") if path.is_file()}


def target(out: Path, page: Path, link: str) -> Path:
    parts = urlsplit(link)
    if parts.netloc:
        assert link.startswith("https://example.org/kb")
        return out / unquote(parts.path).removeprefix("/kb").lstrip("/")
    if parts.path.startswith("/"):
        assert parts.path.startswith("/kb/")
        return out / parts.path.removeprefix("/kb/")
    return (page.parent / unquote(parts.path)).resolve()


def test_every_internal_link_leads_to_a_file(made):
    out, _ = made
    checked = 0
    for page in pages(out):
        for _, link in References(page.read_text("utf-8")).found:
            if link.startswith("#") or (link.startswith("https://") and "example.org" not in link):
                continue
            found = target(out, page, link)
            assert (found / "index.html").is_file() if link.endswith("/") or not found.suffix else found.is_file(), (
                page, link,
            )  # fmt: skip
            checked += 1
    assert checked > 200


def test_the_pages_that_there_are(made):
    out, report = made
    names = {page.relative_to(out).as_posix() for page in pages(out)}
    assert names >= {
        "index.html", "en/index.html", "zh/index.html", "404.html", "vllm/index.html", "ollama/index.html",
        "en/vllm/v1.1.0/index.html", "zh/vllm/v1.1.0/index.html", "en/vllm/v1.2.0/index.html",
        "vllm/pr/10/index.html", "ollama/pr/5/index.html", "models/index.html", "models/kimi-k3/index.html",
        "zh/about/index.html",
    }  # fmt: skip
    assert "vllm/pr/99/index.html" not in names
    assert (report.pulls, report.releases) == (14, 4)
    assert report.files == len(files(out)) - 1  # the marker is not counted


def test_links_outside_are_https_and_marked(made):
    out, _ = made
    for page in pages(out):
        text = page.read_text("utf-8")
        assert "javascript:alert(3)" not in text
        for tag, link in References(text).found:
            assert urlsplit(link).scheme in ("", "https")
            if tag == "a" and link.startswith("https://"):
                assert f'href="{link}" rel="nofollow noopener"' in text


def test_texts_of_strangers_are_escaped(made):
    out, _ = made
    text = (out / "vllm" / "pr" / "10" / "index.html").read_text("utf-8")
    assert "<script>alert" not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert "&lt;b&gt;body&lt;/b&gt;\njavascript:alert(2)" in text


def test_a_page_of_a_pull_request_says_where_it_was_released(made):
    out, _ = made
    text = (out / "vllm" / "pr" / "10" / "index.html").read_text("utf-8")
    assert '<a href="../../../en/vllm/v1.1.0/">v1.1.0</a>' in text
    assert "Kimi K3 support: the model" in text
    assert '<link rel="canonical" href="https://example.org/kb/vllm/pr/10/">' in text
    reverted = (out / "vllm" / "pr" / "15" / "index.html").read_text("utf-8")
    assert '<a href="../../../vllm/pr/16/">#16</a>' in reverted


def test_languages_point_at_each_other(made):
    out, _ = made
    text = (out / "zh" / "vllm" / "v1.1.0" / "index.html").read_text("utf-8")
    assert '<html lang="zh-CN">' in text
    assert '<link rel="alternate" hreflang="en" href="https://example.org/kb/en/vllm/v1.1.0/">' in text


def test_no_place_of_this_machine_is_published(made):
    out, _ = made
    assert not any(b"/secret/place" in content for content in files(out).values())


def test_twice_the_same_bytes(connection, tmp_path):
    one, two = tmp_path / "one", tmp_path / "two"
    build(connection, one, "", "all", NOW)
    build(connection, two, "", "all", NOW)
    first, second = ({name: content for name, content in files(out).items() if not name.startswith("pagefind/")}
                     for out in (one, two))  # fmt: skip
    assert first == second
    assert len(first) > 30


def test_recent_pages_are_those_since_the_newest_releases_and_the_cited(connection, tmp_path, monkeypatch):
    monkeypatch.setattr(building, "RECENT_RELEASES", 1)
    report = build(connection, tmp_path / "public", "", "recent", NOW)
    found = sorted(int(page.name) for page in (tmp_path / "public" / "vllm" / "pr").iterdir())
    assert found == [10, 11, 14, 20, 21, 22, 23]
    assert report.pulls == 8
    text = (tmp_path / "public" / "en" / "vllm" / "v1.1.0" / "index.html").read_text("utf-8")
    assert 'href="https://github.com/vllm-project/vllm/pull/13" rel="nofollow noopener"' in text


def test_a_failed_build_leaves_the_old_site(connection, tmp_path, monkeypatch):
    out = tmp_path / "public"
    build(connection, out, "", "all", NOW)
    before = files(out)
    monkeypatch.setattr(building, "missing_page", lambda site: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        build(connection, out, "", "all", NOW)
    assert files(out) == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["home", "public"]


def test_without_pagefind_there_is_a_site_without_a_search_and_a_word(connection, tmp_path, monkeypatch):
    monkeypatch.setattr(building, "find_pagefind", lambda: None)
    said = []
    report = build(connection, tmp_path / "public", "", "all", NOW, said.append)
    assert report.searchable is None
    assert any("no search" in line for line in said)
    assert 'id="search"' not in (tmp_path / "public" / "index.html").read_text("utf-8")
    assert report.files == len(files(tmp_path / "public")) - 1


def test_values_that_cannot_be_used_are_refused(connection, tmp_path):
    with pytest.raises(UsageError, match="no address"):
        build(connection, tmp_path / "public", "javascript:alert(1)", "all", NOW)
    with pytest.raises(UsageError, match="there are no"):
        build(connection, tmp_path / "public", "", "some", NOW)
    with pytest.raises(OutputError):
        build(connection, tmp_path / "home", "", "all", NOW, refuse=[tmp_path / "home"])
    assert not (tmp_path / "public").exists()


def test_an_empty_knowledge_base_makes_no_site(filled, tmp_path):
    with filled.writing() as connection:
        connection.execute(delete(table_of(tables.Change)))
    with filled.reading() as connection, pytest.raises(UsageError, match="is empty"):
        build(connection, tmp_path / "public", "", "all", NOW)
