"""Progress of a crawl: a bar on a terminal, a quiet line a source elsewhere."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

if TYPE_CHECKING:
    from whichpr.front import Front
    from whichpr_crawler.source import Job
    from whichpr_kb.records import Batch


class CrawlProgress:
    """Told of every stored batch. On a terminal it draws a bar a source with the time to go."""

    def __init__(self, front: Front) -> None:
        self._front = front
        self._bars: dict[int, TaskID] = {}
        self._begun: set[int] = set()
        self._progress: Progress | None = None
        if sys.stderr.isatty() and not front.quiet:
            columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
            self._progress = Progress(*columns, console=Console(stderr=True))

    def __enter__(self) -> CrawlProgress:
        if self._progress is not None:
            self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._progress is not None:
            self._progress.stop()

    def advanced(self, job: Job, batch: Batch) -> None:
        """Counts the records of one batch."""
        name = f"{job.engine.slug} {job.source}"
        if self._progress is None:
            if id(job) not in self._begun and batch.records:
                self._begun.add(id(job))
                total = f"{batch.total:,} to read" if batch.total else "reading"
                self._front.say(f"{name}: {total} from {job.origin}")
            return
        if id(job) not in self._bars:
            self._bars[id(job)] = self._progress.add_task(name, total=batch.total)
        self._progress.update(self._bars[id(job)], completed=job.outcome.records)
