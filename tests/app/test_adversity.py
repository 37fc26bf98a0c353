"""A full disk, a read-only home, damaged files, two writers at once: a clear error, its code, and nothing lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from sqlalchemy import text

from whichpr_kb.settings import load_settings
from whichpr_kb.store.database import open_store

NOTES = '---\ntag: "v{n}.0.0"\n---\n* A thing number {n} (#{n})\n{filler}\n'


@pytest.fixture
def mounted(tmp_path):
    """Mounts a small file system of its own; ``remount`` makes it read-only."""
    folder = tmp_path / "small"
    folder.mkdir()
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(folder)], capture_output=True)
    if made.returncode:
        pytest.skip("a small file system cannot be mounted here (it needs root)")

    def remount(mode: str) -> None:
        subprocess.run(["mount", "-o", f"remount,{mode}", str(folder)], check=True)

    yield folder, remount
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.fixture
def notes(tmp_path):
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "a.md").write_text(NOTES.format(n=1, filler=""))
    return folder


def at(home: Path, whichpr):
    return type(whichpr)(home)


def test_a_full_disk(whichpr, mounted, notes):
    folder, _ = mounted
    ours = at(folder / "home", whichpr)
    ours("--quiet", "crawl", "vllm", "--notes", notes)
    for n in range(2, 30):
        (notes / f"{n:03}.md").write_text(NOTES.format(n=n, filler="* words that differ " + "x" * 300_000))
    ran = ours("--quiet", "crawl", "vllm", "--notes", notes, code=None)
    assert ran.code == 5
    assert "full" in ran.err or "cannot be written" in ran.err
    assert "Traceback" not in ran.err
    assert ours("show", "vllm@v1.0.0", "--json").json["tag"] == "v1.0.0"
    subprocess.run(["mount", "-o", "remount,size=200m", str(folder)], check=True)
    ours("--quiet", "crawl", "vllm", "--notes", notes)
    assert ours("status", "--json").json["engines"][0]["releases"] == 29


def test_a_read_only_home(whichpr, mounted, notes):
    folder, remount = mounted
    ours = at(folder / "home", whichpr)
    ours("--quiet", "crawl", "vllm", "--notes", notes)
    remount("ro")
    ran = ours("--quiet", "crawl", "vllm", "--notes", notes, code=5)
    assert str(folder) in ran.err
    assert "Traceback" not in ran.err
    assert ours("search", "thing number", "--json").json["results"]
    assert ours("show", "vllm@v1.0.0").out
    assert ours("status").out
    remount("rw")
    ours("--quiet", "crawl", "vllm", "--notes", notes)


def test_a_home_that_cannot_be_made(whichpr, mounted):
    folder, remount = mounted
    remount("ro")
    ran = at(folder / "home", whichpr)("demo", code=5)
    assert "Read-only file system" in ran.err
    assert "--home" in ran.err


def test_a_damaged_database_is_kept(whichpr, notes):
    whichpr("--quiet", "crawl", "vllm", "--notes", notes)
    file = whichpr.home / "kb.sqlite"
    for side in whichpr.home.glob("kb.sqlite-*"):
        side.unlink()
    content = file.read_bytes()
    file.write_bytes(content[:4096] + b"\xde\xad" * 40_000)
    damaged = file.read_bytes()
    for command in (["status"], ["--quiet", "crawl", "vllm", "--notes", str(notes)], ["show", "vllm@v1.0.0"]):
        ran = whichpr(*command, code=5)
        assert "damaged" in ran.err
        assert "Move it away" in ran.err
    assert file.read_bytes() == damaged


def test_a_store_of_a_newer_version(whichpr, notes):
    whichpr("--quiet", "crawl", "vllm", "--notes", notes)
    store = open_store(load_settings(home=whichpr.home))
    with store.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = 'later'"))
    store.close()
    ran = whichpr("status", code=5)
    assert "Upgrade whichpr" in ran.err


def start(home: Path, *arguments: str, **environment: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "whichpr", "--home", str(home), *arguments]
    return subprocess.Popen(command, env={**os.environ, **environment}, stderr=subprocess.PIPE, stdout=subprocess.PIPE)


def test_two_crawls_at_once_both_finish(whichpr, tmp_path):
    folders = []
    for place in (1, 2):
        folder = tmp_path / f"notes-{place}"
        folder.mkdir()
        for n in range(40):
            (folder / f"{n}.md").write_text(NOTES.format(n=100 * place + n, filler=""))
        folders.append(folder)
    running = [start(whichpr.home, "crawl", "vllm", "--notes", str(folder)) for folder in folders]
    said = [process.communicate(timeout=120)[1].decode() for process in running]
    assert [process.returncode for process in running] == [0, 0], said
    assert whichpr("status", "--json").json["engines"][0]["releases"] == 80
    assert whichpr("status", "--json").json["index"]["stale"] is False


def test_a_writer_that_would_wait_too_long_says_who_holds_the_lock(whichpr, notes):
    whichpr("--quiet", "crawl", "vllm", "--notes", notes)
    store = open_store(load_settings(home=whichpr.home))
    with store.exclusive():
        process = start(whichpr.home, "crawl", "vllm", "--notes", str(notes), WHICHPR_LOCK_TIMEOUT="0.2")
        said = process.communicate(timeout=60)[1].decode()
        assert process.returncode == 5
        assert f"process {os.getpid()}" in said
        before = time.monotonic()
        assert whichpr("search", "thing", "--json").json["results"]
        assert whichpr("status").out
        assert time.monotonic() - before < 20
    store.close()


def test_readers_do_not_wait_while_another_writes(whichpr, notes):
    """An open write transaction does not keep a reading command from answering."""
    whichpr("--quiet", "crawl", "vllm", "--notes", notes)
    store = open_store(load_settings(home=whichpr.home))
    with store.writing() as connection:
        connection.execute(text("UPDATE release SET name = 'being written'"))
        assert whichpr("show", "vllm@v1.0.0", "--json").json["tag"] == "v1.0.0"
        assert whichpr("released", "vllm#1", "--json").json["releases"] == []
    store.close()


def test_an_interrupt_ends_at_once_and_what_was_stored_stays(whichpr, replica):
    process = start(whichpr.home, "crawl", "vllm", "--git", str(replica("vllm")))
    time.sleep(1.2)
    process.send_signal(signal.SIGINT)
    before = time.monotonic()
    said = process.communicate(timeout=60)[1].decode()
    assert (process.returncode, time.monotonic() - before < 10) == (130, True), said
    assert "what was stored so far is kept" in said
    assert "Traceback" not in said
    whichpr("--quiet", "crawl", "vllm", "--git", replica("vllm"))
    assert whichpr("status", "--json").json["engines"][0]["prs"] == 20_129
