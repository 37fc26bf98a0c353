"""The one item pipeline: a batch into the store, in a transaction of its own."""

from __future__ import annotations

from collections.abc import Callable

from scrapy.crawler import Crawler

from whichpr_crawler.source import Job
from whichpr_kb.errors import WhichprError
from whichpr_kb.records import Batch
from whichpr_kb.store.database import Store
from whichpr_kb.store.save import save_batch

Progress = Callable[[Job, Batch], None]


class StorePipeline:
    """Stores batches as they come. After a failure nothing more of that source is stored."""

    def __init__(self, store: Store, job: Job, progress: Progress) -> None:
        self._store = store
        self._job = job
        self._progress = progress

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> StorePipeline:
        """Scrapy's way of making it: store, job and progress come in the run's settings."""
        given = crawler.settings["WHICHPR_RUN"]
        return cls(given.store, given.job, given.progress)

    def process_item(self, item: Batch) -> Batch:
        """Stores one batch, or notes why it could not be."""
        outcome = self._job.outcome
        if outcome.crash is not None or self._job.stop.is_set():
            return item
        try:
            with self._store.writing() as connection:
                saved = save_batch(connection, self._job.engine, item)
        except WhichprError as error:
            outcome.errors.append(error)
            self._job.stop.set()
            return item
        except Exception as error:  # noqa: BLE001 - raised again by the run
            outcome.crash = error
            return item
        outcome.records += len(item.records)
        outcome.changed += saved.changed
        outcome.complete = outcome.complete or item.last
        self._progress(self._job, item)
        return item
