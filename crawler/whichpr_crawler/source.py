"""What a source is: a Scrapy spider that turns one origin into batches of records. It knows nothing of the database."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from importlib.metadata import entry_points
from typing import Any, ClassVar

from scrapy import Spider

from whichpr_kb.engines import Engine
from whichpr_kb.errors import SourceError, UsageError, WhichprError
from whichpr_kb.records import Batch, Provenance, Record
from whichpr_kb.settings import Settings

GROUP = "whichpr.sources"


@dataclass(slots=True)
class Outcome:
    """How a job went: records read, rows changed, and what failed. ``complete`` when the source was read to its end."""

    records: int = 0
    changed: int = 0
    complete: bool = False
    errors: list[WhichprError] = field(default_factory=list)
    crash: BaseException | None = None

    @property
    def failed(self) -> bool:
        """Whether anything went wrong."""
        return bool(self.errors) or self.crash is not None


@dataclass(slots=True)
class Job:
    """One source to read: for which engine, from where, from which place on, and how it went."""

    source: str
    engine: Engine
    origin: str
    now: datetime
    settings: Settings
    full: bool = False
    since: datetime | None = None
    cursor: dict[str, str] = field(default_factory=dict)
    stop: threading.Event = field(default_factory=threading.Event)
    outcome: Outcome = field(default_factory=Outcome)

    @property
    def key(self) -> str:
        """Tells apart two origins of one source, so that each has a place of its own."""
        return self.origin


class Source(Spider):
    """Base of all sources. A source has a ``name``, a ``parser_version`` and yields from ``batches``."""

    name: ClassVar[str] = "source"  # type: ignore[misc]
    parser_version: ClassVar[int] = 1

    def __init__(self, job: Job, **options: Any) -> None:
        super().__init__(**options)
        self.job = job

    def batches(self) -> Iterator[Batch]:
        """Yields what was read, in an order in which each batch leaves a valid store. Raises SourceError."""
        raise NotImplementedError

    async def start(self) -> AsyncIterator[Batch]:
        """Scrapy's entry: yields the batches and notes how it ended; what was yielded before an error stays."""
        outcome = self.job.outcome
        try:
            for batch in self.batches():
                if self.job.stop.is_set() or outcome.crash is not None:
                    return
                yield batch
        except WhichprError as error:
            outcome.errors.append(error)
        except Exception as error:  # noqa: BLE001 - raised again by the run, once the other sources are through
            outcome.crash = error

    def batch(self, records: list[Record] | tuple[Record, ...], **more: Any) -> Batch:
        """A batch of this job with its provenance."""
        job = self.job
        provenance = Provenance(self.name, job.origin, job.now, self.parser_version)
        return Batch(job.engine.slug, provenance, tuple(records), key=job.key, **more)

    def failed(self, error: SourceError) -> None:
        """Notes an error that spoils one part of the origin only; the rest goes on."""
        self.job.outcome.errors.append(error)


def find_source(name: str) -> type[Source]:
    """The source of that name, among those that installed packages declare; UsageError names them all otherwise."""
    found = {point.name: point for point in entry_points(group=GROUP)}
    if name not in found:
        raise UsageError(f"unknown source {name!r}", "Known sources: " + ", ".join(sorted(found)) + ".")
    source: object = found[name].load()
    if not (isinstance(source, type) and issubclass(source, Source)):
        raise UsageError(f"{name!r} is no source", "It must derive from whichpr_crawler.source.Source.")
    return source
