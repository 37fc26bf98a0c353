"""A small knowledge base of an invented engine's history, through save and annotate, without git."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from whichpr_kb.annotate.run import annotate
from whichpr_kb.engines import find_engine
from whichpr_kb.records import Batch, BranchRecord, CommitRecord, Provenance, Record, ReleaseRecord, TagRecord
from whichpr_kb.store.database import Store, open_store
from whichpr_kb.store.save import save_batch

from whichpr_kb.settings import Settings, load_settings  # isort: skip

START = datetime(2026, 7, 1, tzinfo=UTC)


def sha(letter: str) -> str:
    return letter * 40


def commit(letter: str, *parents: str, subject: str, day: int, body: str = "", path: str = "vllm/x.py") -> CommitRecord:
    when = START + timedelta(days=day)
    return CommitRecord(
        sha(letter), tuple(map(sha, parents)), subject, body, f"author-{letter}", when, when, (("M", path),)
    )


NOTES = """## Highlights
This release features 3 commits from 3 contributors (1 new)!
* **Kimi K3 support**: model files (#11), DeepGEMM path (#12)
* Something that cites nothing at all about tokenizers
"""
COMMITS = [
    commit("a", subject="[Core] The beginning (#10)", day=0),
    commit("b", "a", subject="[Model] Add Kimi K3 (#11)", day=1),
    commit("c", "b", subject="[Bugfix] Fix DeepGEMM for Kimi K3 (#12)", day=2),
    commit("d", "c", subject="plain commit without a number", day=3),
    commit("e", "d", subject='Revert "[Core] The beginning (#10)" (#13)', day=4),
    commit("f", "e", subject="[ROCm] Remove the --old-flag option (#14)", day=5),
]
TAGS = [("v1.0.0", "a"), ("v1.1.0rc1", "b"), ("v1.1.0", "d"), ("v1.2.0", "f")]


def records() -> list[Record]:
    tags = [TagRecord(name, sha(at), START + timedelta(days=10 * n)) for n, (name, at) in enumerate(TAGS)]
    release = ReleaseRecord(
        "v1.1.0", "v1.1.0", "https://github.com/vllm-project/vllm/releases/tag/v1.1.0", NOTES,
        START + timedelta(days=6), "second", False, True,
    )  # fmt: skip
    return [*COMMITS, *tags, BranchRecord("main", sha("f"), True), release]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return load_settings(home=tmp_path / "home")


@pytest.fixture
def fill() -> Callable[..., None]:
    """Saves records of vLLM as one source and derives facts."""

    def do(store: Store, *given: Record) -> None:
        provenance = Provenance("test", "here", datetime(2026, 8, 1, tzinfo=UTC), 1)
        batch = Batch("vllm", provenance, given or tuple(records()), last=True)
        with store.writing() as connection:
            save_batch(connection, find_engine("vllm"), batch)
        annotate(store)

    return do


@pytest.fixture
def filled(settings: Settings, fill: Callable[..., None]) -> Iterator[Store]:
    store = open_store(settings)
    fill(store)
    yield store
    store.close()
