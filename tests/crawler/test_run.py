"""The run: failures are isolated, what was stored stays, and no port is opened."""

from datetime import UTC, datetime

import pytest
from sqlalchemy import func, select

from whichpr_crawler import pipelines
from whichpr_crawler.run import SCRAPY_SETTINGS, crawl
from whichpr_crawler.source import GROUP, Job, Source, find_source
from whichpr_kb.engines import Engine
from whichpr_kb.errors import SourceError, StoreError, UsageError
from whichpr_kb.records import TagRecord
from whichpr_kb.settings import load_settings
from whichpr_kb.store import tables
from whichpr_kb.store.database import open_store
from whichpr_kb.store.upsert import table_of

ENGINE = Engine("demo", "Demo", "owner/demo")


class Fails(Source):
    name = "fails"

    def batches(self):
        yield self.batch([TagRecord("v1", None, None)])
        raise SourceError("the far side is away", "Try later.")


class Breaks(Source):
    name = "breaks"

    def batches(self):
        yield self.batch([TagRecord("v2", None, None)])
        raise ZeroDivisionError


class Works(Source):
    name = "works"

    def batches(self):
        yield self.batch([TagRecord("v3", None, None)], last=True)


@pytest.fixture
def sources(monkeypatch):
    found = {source.name: source for source in (Fails, Breaks, Works)}
    monkeypatch.setattr("whichpr_crawler.run.find_source", found.__getitem__)


@pytest.fixture
def store(tmp_path):
    opened = open_store(load_settings(home=tmp_path / "home"))
    yield opened
    opened.close()


def job(source, tmp_path):
    return Job(source, ENGINE, "x", datetime.now(UTC), load_settings(home=tmp_path / "home"))


def tags(store):
    with store.reading() as connection:
        return sorted(connection.execute(select(table_of(tables.Tag).c.name)).scalars())


def test_a_source_that_fails_does_not_stop_the_others(store, tmp_path, sources):
    jobs = [job("fails", tmp_path), job("works", tmp_path)]
    crawl(store, jobs)
    assert [error.message for error in jobs[0].outcome.errors] == ["the far side is away"]
    assert (jobs[0].outcome.complete, jobs[1].outcome.complete) == (False, True)
    assert tags(store) == ["v1", "v3"]


def test_a_bug_in_a_source_comes_out_after_the_others_ran(store, tmp_path, sources):
    with pytest.raises(ZeroDivisionError):
        crawl(store, [job("breaks", tmp_path), job("works", tmp_path)])
    assert tags(store) == ["v2", "v3"]


def test_a_store_that_fails_ends_the_run(store, tmp_path, sources, monkeypatch):
    def full(*_):
        raise StoreError("the disk is full")

    monkeypatch.setattr(pipelines, "save_batch", full)
    later = job("works", tmp_path)
    with pytest.raises(StoreError, match="disk is full"):
        crawl(store, [job("fails", tmp_path), later])
    assert later.outcome.records == 0
    with store.reading() as connection:
        assert connection.execute(select(func.count()).select_from(table_of(tables.SourceState))).scalar_one() == 0


def test_crawls_can_be_repeated_in_one_process(store, tmp_path, sources):
    for _ in range(3):
        crawl(store, [job("works", tmp_path)])
    assert tags(store) == ["v3"]


def test_no_port_and_no_unchecked_certificate():
    assert SCRAPY_SETTINGS["TELNETCONSOLE_ENABLED"] is False
    assert SCRAPY_SETTINGS["REMOTE_CONTROL_ENABLED"] is False
    assert SCRAPY_SETTINGS["DOWNLOAD_VERIFY_CERTIFICATES"] is True


def test_built_in_sources_come_by_entry_points():
    assert GROUP == "whichpr.sources"
    for name in ("git_history", "release_notes", "sample"):
        assert find_source(name).name == name
    with pytest.raises(UsageError, match="no_such") as caught:
        find_source("no_such")
    assert "git_history, release_notes, sample" in caught.value.hint
