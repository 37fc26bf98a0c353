"""One stage alone, as a process of its own, for the benchmark.

stage.py crawl HOME REPOSITORY           history into the store, no facts, no index
stage.py texts HOME FILE                 the documents' texts as JSON lines
stage.py index HOME FOLDER               the index of a store, built into another folder
stage.py growth HOME REPOSITORY COPIES   crawl, facts and index of several engines with the same history
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from whichpr_kb.engines import find_engine
from whichpr_kb.settings import load_settings


def crawl(home: str, repository: str, copies: int = 1) -> None:
    """The history, under as many engine names as asked for."""
    from whichpr_crawler.run import crawl as run
    from whichpr_crawler.source import Job
    from whichpr_kb.store.database import open_store

    settings = load_settings(home=Path(home))
    store = open_store(settings)
    vllm = find_engine("vllm")
    engines = [vllm] + [replace(vllm, slug=f"copy-{n}", repository=f"copy/copy-{n}") for n in range(1, copies)]
    jobs = [Job("git_history", engine, repository, datetime.now(UTC), settings) for engine in engines]
    run(store, jobs)
    for job in jobs:
        if job.outcome.failed:
            raise job.outcome.errors[0]
    store.close()


def texts(home: str, target: str) -> None:
    """What the index is made of."""
    from whichpr_kb.index.documents import documents
    from whichpr_kb.store.database import open_store

    store = open_store(load_settings(home=Path(home)), create=False)
    with store.reading() as connection, Path(target).open("w", encoding="utf-8") as file:
        for document in documents(connection):
            shown = json.dumps(document.shown)
            row = {"key": document.key, "title": document.title, "notes": document.notes, "body": document.body}
            file.write(json.dumps({**row, "shown": shown}) + "\n")
    store.close()


def index(home: str, folder: str) -> None:
    """A new index of the store."""
    from whichpr_kb.index.refresh import refresh
    from whichpr_kb.store.database import open_store

    store = open_store(load_settings(home=Path(home)), create=False)
    refresh(store, Path(folder), rebuild=True)
    store.close()


def growth(home: str, repository: str, copies: str) -> None:
    """Everything up to the index."""
    from whichpr_kb.annotate.run import annotate
    from whichpr_kb.index.refresh import refresh
    from whichpr_kb.store.database import open_store

    crawl(home, repository, int(copies))
    settings = load_settings(home=Path(home))
    store = open_store(settings)
    annotate(store)
    refresh(store, settings.index_dir)
    store.close()


if __name__ == "__main__":
    {"crawl": crawl, "texts": texts, "index": index, "growth": growth}[sys.argv[1]](*sys.argv[2:])
