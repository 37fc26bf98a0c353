"""A crawl killed at any moment and repeated ends like one that was left alone."""

from __future__ import annotations

import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import time

import pytest
from sqlalchemy import select

from whichpr_kb.settings import load_settings
from whichpr_kb.store import tables
from whichpr_kb.store.database import open_store
from whichpr_kb.store.upsert import table_of

KILLS = 10
# When something was read, and counters of writes: they differ between two runs of the same work.
LEFT_OUT = {"fetched_at", "checked_at", "changed_at", "seen_at", "generation"}
QUESTIONS = ["which PR added Kimi K3 DeepGEMM", "FlashAttention 4 FP8 KV cache", "revert", "推测解码 DFlash"]


def dump(settings):
    """Every record and fact as text, in order, without times of reading; as one digest a table."""
    store = open_store(settings, create=False)
    found = {}
    with store.reading() as connection:
        for model in (*tables.RECORDS, *tables.FACTS):
            columns = [column for column in table_of(model).columns if column.name not in LEFT_OUT]
            lines = sorted(repr(tuple(row)) for row in connection.execute(select(*columns)))
            found[model.__name__] = (len(lines), hashlib.sha256("\n".join(lines).encode()).hexdigest())
    store.close()
    return found


class Crawl:
    def __init__(self, home, repository, notes, url):
        self.home, self.url = home, url
        self.settings = load_settings(home=home, database_url=url)
        given = ["--git", str(repository), "--notes", str(notes)]
        self._command = [*self._whichpr(), "--quiet", "crawl", "vllm", *given]

    def _whichpr(self):
        return [sys.executable, "-m", "whichpr", "--home", str(self.home)]

    def _start(self, command, **more):
        env = {**os.environ, **({"WHICHPR_DATABASE_URL": self.url} if self.url else {})}
        return subprocess.Popen(command, env=env, stderr=subprocess.PIPE, start_new_session=True, **more)

    def finish(self):
        process = self._start(self._command)
        _, said = process.communicate(timeout=300)
        assert process.returncode == 0, said.decode()

    def kill_after(self, seconds):
        """True when it was still running."""
        process = self._start(self._command)
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate(timeout=60)
        assert process.returncode in (0, -signal.SIGKILL)
        return process.returncode != 0

    def answers(self):
        lines = "\n".join(QUESTIONS).encode()
        process = self._start([*self._whichpr(), "search", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        out, said = process.communicate(lines, timeout=120)
        assert process.returncode == 0, said.decode()
        found = [json.loads(line) for line in out.splitlines()]
        return [[(result["pr"], result["title"]) for result in document["results"]] for document in found]


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request):
    return request.getfixturevalue("postgres_url") if request.param == "postgresql" else None


@pytest.fixture(scope="module")
def undisturbed(corpus, replica, tmp_path_factory):
    """What a crawl that was left alone leaves behind, and how long it took."""
    home = tmp_path_factory.mktemp("undisturbed") / "home"
    crawl = Crawl(home, replica("vllm"), corpus / "corpus" / "release_notes" / "vllm", None)
    start = time.monotonic()
    crawl.finish()
    took = time.monotonic() - start
    return dump(crawl.settings), crawl.answers(), took


def check_killed_and_repeated(seed, database, undisturbed, corpus, replica, tmp_path):
    expected, answers, took = undisturbed
    chance = random.Random(seed)
    crawl = Crawl(tmp_path / "home", replica("vllm"), corpus / "corpus" / "release_notes" / "vllm", database)
    for _ in range(KILLS):
        crawl.kill_after(chance.uniform(0.05, took))
    crawl.finish()
    assert dump(crawl.settings) == expected
    assert crawl.answers() == answers


def test_ten_kills(database, undisturbed, corpus, replica, tmp_path):
    check_killed_and_repeated(20261201, database, undisturbed, corpus, replica, tmp_path)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(20))
def test_ten_kills_of_many_seeds(seed, database, undisturbed, corpus, replica, tmp_path):
    check_killed_and_repeated(seed, database, undisturbed, corpus, replica, tmp_path)
