"""The run: each job's spider in turn, under Scrapy, without a reactor, ports or a log of its own."""

from __future__ import annotations

import asyncio
import json
import logging
import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from scrapy.crawler import AsyncCrawlerRunner
from sqlalchemy import select

from whichpr_crawler.pipelines import Progress, StorePipeline
from whichpr_crawler.source import Job, find_source
from whichpr_kb.errors import StoreError
from whichpr_kb.store.database import Store
from whichpr_kb.store.tables import SourceState
from whichpr_kb.store.upsert import table_of

# No port is opened, nothing is downloaded that a source did not ask for, and sources run one after the other.
SCRAPY_SETTINGS: dict[str, Any] = {
    "TWISTED_REACTOR_ENABLED": False,
    "TELNETCONSOLE_ENABLED": False,
    "REMOTE_CONTROL_ENABLED": False,
    "DOWNLOAD_VERIFY_CERTIFICATES": True,
    "AUTOTHROTTLE_ENABLED": False,
    "LOG_ENABLED": False,
    "DOWNLOAD_HANDLERS": dict.fromkeys(("data", "file", "http", "https", "ftp", "s3")),
    "ITEM_PIPELINES": {StorePipeline: 100},
    "CONCURRENT_ITEMS": 1,
}


@dataclass(frozen=True, slots=True)
class Run:
    """What the pipeline needs, handed over in Scrapy's settings."""

    store: Store
    job: Job
    progress: Progress

    def __deepcopy__(self, _memo: dict[int, Any]) -> Run:
        """Itself: Scrapy copies its settings, and this one names things that are open."""
        return self


def crawl(store: Store, jobs: Sequence[Job], progress: Progress = lambda _job, _batch: None) -> None:
    """Runs the jobs one after the other; how each went stands in its ``outcome``.

    A source that fails does not keep the others from running; a failing store does. Holds the write lock throughout.
    Raises StoreError, and at the end whatever unforeseen error a source ended with.
    """
    logging.getLogger("scrapy").setLevel(logging.CRITICAL)
    with store.exclusive(), _interruptible():
        asyncio.run(_crawl(store, jobs, progress))
    for job in jobs:
        if job.outcome.crash is not None:
            raise job.outcome.crash


@contextmanager
def _interruptible() -> Iterator[None]:
    """Ctrl-C interrupts at once: asyncio's own handler would wait until a source lets go, which git may not."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(_number: int, _frame: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


async def _crawl(store: Store, jobs: Sequence[Job], progress: Progress) -> None:
    for job in jobs:
        job.cursor = _cursor(store, job)
        runner = AsyncCrawlerRunner({**SCRAPY_SETTINGS, "WHICHPR_RUN": Run(store, job, progress)})
        await runner.crawl(runner.create_crawler(find_source(job.source)), job=job)
        for error in job.outcome.errors:
            if isinstance(error, StoreError):
                raise error


def _cursor(store: Store, job: Job) -> dict[str, str]:
    state = table_of(SourceState)
    with store.reading() as connection:
        found = connection.execute(
            select(state.c.cursor).filter_by(engine=job.engine.slug, source=job.source, key=job.key)
        ).scalar_one_or_none()
    return dict(json.loads(found)) if found else {}
