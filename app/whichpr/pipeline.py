"""The stages joined: crawl → store → annotate → index. The later commands read what this leaves behind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from whichpr.progress import CrawlProgress
from whichpr_kb.errors import SomeSourcesFailed

if TYPE_CHECKING:
    from whichpr.front import Front
    from whichpr_crawler.source import Job
    from whichpr_kb.store.database import Store


def run(front: Front, jobs: Sequence[Job], *, with_index: bool = True) -> None:
    """Crawls the jobs, derives facts, refreshes the index; raises at the end for sources that failed.

    Everything that was fetched is stored, annotated and indexed before a failure is reported.
    """
    from whichpr_crawler.run import crawl

    with front.store(create=True) as store, store.exclusive():
        with CrawlProgress(front) as progress:
            crawl(store, jobs, progress.advanced)
        refresh(front, store, with_index=with_index)
    _report(front, jobs)


def refresh(front: Front, store: Store, *, with_index: bool = True, rebuild: bool = False) -> None:
    """Brings facts and, unless told otherwise, the index up to date with the store."""
    from whichpr_kb.annotate.run import annotate

    changed = annotate(store, lambda slug: front.say(f"{slug}: deriving facts …"))
    if changed:
        front.say(f"facts: {changed:,} rows changed")
    if with_index:
        from whichpr_kb.index.refresh import refresh as refresh_index

        front.say("index: bringing it up to date …")
        written = refresh_index(store, front.settings.index_dir, rebuild=rebuild)
        front.say(f"index: {written:,} documents written")


def _report(front: Front, jobs: Sequence[Job]) -> None:
    failed = [job for job in jobs if job.outcome.failed]
    for job in jobs:
        outcome = job.outcome
        front.say(f"{job.engine.slug} {job.source}: {outcome.records:,} records read, {outcome.changed:,} rows changed")
    errors = [(job, error) for job in failed for error in job.outcome.errors]
    if not errors:
        return
    if not any(job.outcome.records or job.outcome.complete for job in jobs) and len(errors) == 1:
        raise errors[0][1]
    for job, error in errors:
        front.say(f"{job.engine.slug} {job.source}: {error.message}\n    {error.hint}")
    if not any(job.outcome.records or job.outcome.complete for job in jobs):
        raise errors[0][1]
    raise SomeSourcesFailed(
        f"{len(errors)} failure(s) in {len(failed)} of {len(jobs)} sources; the rest is stored",
        "Mend what the lines above name and repeat the command: what is stored is not fetched again.",
    )
