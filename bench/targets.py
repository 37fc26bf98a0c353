"""The measurements, each with its goal."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from types import TracebackType

import perceval_peer
from measure import Sample, in_turn, once
from servers import postgres
from table import Row

HERE = Path(__file__).resolve().parent
QUESTION = "which PR added Kimi K3 DeepGEMM"
MEMORY_LIMIT = 400  # MiB


class Ground:
    """What the measurements share: replicas, a ready knowledge base, and a folder that is removed at the end."""

    def __init__(self, corpus: Path) -> None:
        self.corpus = corpus
        self.folder = Path(tempfile.mkdtemp(prefix="whichpr-bench-"))
        self._ready: Path | None = None

    def __enter__(self) -> Ground:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    def replica(self, engine: str) -> Path:
        """The engine's history as a bare repository."""
        path = self.folder / f"{engine}.git"
        if not path.exists():
            tool = self.corpus / "tools" / "make_git_replica.py"
            subprocess.run([sys.executable, str(tool), engine, str(path)], check=True)
        return path

    def notes(self, engine: str) -> Path:
        """The engine's release notes."""
        return self.corpus / "corpus" / "release_notes" / engine

    def crawl(self, home: Path, engine: str, *more: str) -> list[str]:
        """The command that crawls an engine's history and notes."""
        given = ["--git", str(self.replica(engine)), "--notes", str(self.notes(engine))]
        return whichpr(home, "crawl", engine, *given, *more)

    def ready(self) -> Path:
        """A home with both engines crawled and indexed."""
        if self._ready is None:
            self._ready = self.folder / "ready"
            for engine in ("vllm", "ollama"):
                once(self.crawl(self._ready, engine))
        return self._ready

    def fresh(self) -> Path:
        """A home that does not exist yet."""
        return Path(tempfile.mkdtemp(dir=self.folder)) / "home"


def whichpr(home: Path, *arguments: str) -> list[str]:
    """The command as this Python runs it."""
    return [sys.executable, "-m", "whichpr", "--quiet", "--home", str(home), *arguments]


def crawl(ground: Ground) -> list[Row]:
    """Crawl and store (no facts, no index) against perceval's git backend writing JSON."""
    peer = perceval_peer.command(ground.folder)
    repository = str(ground.replica("vllm"))

    def ours() -> Sample:
        return once([sys.executable, str(HERE / "stage.py"), "crawl", str(ground.fresh()), repository])

    def other() -> Sample:
        return once([*peer, repository, "--git-path", str(ground.fresh())])

    pair, _, _ = in_turn(ours, other, 5)
    said = f"{pair.ours:.2f} s against {pair.other:.2f} s: {pair.ratio:.2f} times"
    return [Row("crawl and store vLLM's history, against perceval git", said, "no slower", pair.ratio <= 1)]


def index(ground: Ground) -> list[Row]:
    """Building the index from the store against a bare Whoosh index of the same texts."""
    home, texts = ground.ready(), ground.folder / "texts.jsonl"
    subprocess.run([sys.executable, str(HERE / "stage.py"), "texts", str(home), str(texts)], check=True)

    def ours() -> Sample:
        return once([sys.executable, str(HERE / "stage.py"), "index", str(home), str(ground.fresh())])

    def other() -> Sample:
        return once([sys.executable, str(HERE / "bare_index.py"), str(texts)])

    pair, _, _ = in_turn(ours, other, 3)
    said = f"{pair.ours:.2f} s against {pair.other:.2f} s: {pair.ratio:.2f} times"
    return [Row("build the index, against a bare Whoosh index", said, "at most 1.5 times", pair.ratio <= 1.5)]


def search(ground: Ground) -> list[Row]:
    """A cold search against a script that imports the same and runs one query on the same index."""
    home = ground.ready()

    def ours() -> Sample:
        return once(whichpr(home, "search", QUESTION, "--json"))

    def other() -> Sample:
        return once([sys.executable, str(HERE / "bare_search.py"), str(home), QUESTION])

    pair, _, _ = in_turn(ours, other, 11, warmup=2)
    said = f"{pair.ours:.2f} s against {pair.other:.2f} s: {pair.ratio:.2f} times"
    return [Row("cold search, against a bare script", said, "at most 1.5 times", pair.ratio <= 1.5)]


def memory(ground: Ground) -> list[Row]:
    """Peak memory of each stage as a whole process."""
    home = ground.fresh()
    stages = {"crawl": [sys.executable, str(HERE / "stage.py"), "crawl", str(home), str(ground.replica("vllm"))],
              "annotate": whichpr(home, "index"),
              "index": whichpr(ground.ready(), "index", "--rebuild"),
              "search": whichpr(ground.ready(), "search", QUESTION),
              "digest": whichpr(ground.ready(), "digest", "release", "vllm", "v0.27.0"),
              "build": whichpr(ground.ready(), "build", "--out", str(ground.folder / "public"))}  # fmt: skip
    rows = []
    for stage, command in stages.items():
        peak = once(command).peak
        rows.append(
            Row(f"peak memory: {stage}", f"{peak:.0f} MiB", f"at most {MEMORY_LIMIT} MiB", peak <= MEMORY_LIMIT)
        )
    return rows


def again(ground: Ground) -> list[Row]:
    """A second identical crawl, above the time of an empty run, against the first one."""
    first, second, empty = [], [], []
    for _ in range(3):
        home = ground.fresh()
        first.append(once(ground.crawl(home, "vllm")).wall)
        second.append(once(ground.crawl(home, "vllm")).wall)
        empty.append(once(whichpr(home, "status")).wall)
    share = (median(second) - median(empty)) / median(first)
    said = f"{median(second):.2f} s, an empty run {median(empty):.2f} s, the first {median(first):.2f} s: {share:.2f}"
    return [Row("a second identical crawl, above an empty run", said, "at most 0.10 of the first", share <= 0.10)]


def growth(ground: Ground) -> list[Row]:
    """One, two and four copies of the history under other names, on both databases: time a copy stays the same."""
    rows = []
    for name in ("SQLite", "PostgreSQL"):
        seconds = {}
        for copies in (1, 2, 4):
            with postgres(name == "PostgreSQL") as env:
                command = [sys.executable, str(HERE / "stage.py"), "growth", str(ground.fresh()),
                           str(ground.replica("vllm")), str(copies)]  # fmt: skip
                seconds[copies] = once(command, env=env).wall
        ratio = seconds[4] / seconds[1] / 4
        said = ", ".join(f"{copies}: {took:.1f} s" for copies, took in seconds.items()) + f"; 4 cost {ratio:.2f} × 4"
        rows.append(
            Row(f"growth on {name}: crawl, facts and index of 1, 2 and 4 copies", said, "linear", ratio <= 1.15)
        )
    return rows


TARGETS: dict[str, Callable[[Ground], list[Row]]] = {
    "crawl": crawl,
    "index": index,
    "search": search,
    "memory": memory,
    "again": again,
    "growth": growth,
}
