"""Release notes from files: front matter, encodings, sizes; a bad file does not keep the others away."""

from datetime import UTC, datetime

import pytest

from whichpr_crawler.run import crawl
from whichpr_crawler.source import Job
from whichpr_crawler.sources.release_notes import read_notes
from whichpr_kb.engines import find_engine
from whichpr_kb.errors import NotesError
from whichpr_kb.settings import load_settings
from whichpr_kb.store.database import open_store

TEN = datetime(2026, 9, 9, 10, tzinfo=UTC)
GOOD = '---\ntag: "v1.0.0"\npublished_at: "2026-08-10T21:18:00Z"\nprerelease: false\n---\n* A thing (#1)\n'


def write(folder, content, name="v1.md"):
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_a_whole_file(tmp_path):
    found = read_notes(write(tmp_path, "\ufeff" + GOOD), "vllm-project/vllm", 10_000)
    assert (found.tag, found.body, found.prerelease, found.complete) == ("v1.0.0", "* A thing (#1)", False, True)
    assert found.published_at == datetime(2026, 8, 10, 21, 18, tzinfo=UTC)
    assert found.url == "https://github.com/vllm-project/vllm/releases/tag/v1.0.0"


@pytest.mark.parametrize(
    ("line", "when", "precision"),
    [
        ('published_at: "2026-09-09"', datetime(2026, 9, 9, tzinfo=UTC), "date"),
        ("published_at: 2026-09-09", datetime(2026, 9, 9, tzinfo=UTC), "date"),
        ("published_at: 2026-09-09T10:00:00+08:00", datetime(2026, 9, 9, 2, tzinfo=UTC), "second"),
        ("published_at: null", None, None),
        ("published_at: 2026-09-09T10:00:00Z\npublished_at_precision: minute", TEN, "minute"),
    ],
)  # fmt: skip
def test_times(tmp_path, line, when, precision):
    found = read_notes(write(tmp_path, f"---\ntag: v1\n{line}\n---\n"), "a/b", 10_000)
    assert (found.published_at, found.published_precision) == (when, precision)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (GOOD.encode("latin-1") + b"caf\xe9", "not UTF-8 .*0xe9"),
        ("---\ntag: [\n---\nx", "front matter is no YAML"),
        ("no front matter", "no usable tag"),
        ("---\ntag: 1.0\n---\n", "no usable tag"),
        ('---\ntag: "a\\nb"\n---\n', "no usable tag"),
        ("---\ntag: v1\npublished_at: soon\n---\n", "no date"),
        ("---\ntag: v1\npublished_at: 5\n---\n", "no date"),
        ("---\ntag: v1\nrepo: other/project\n---\n", "notes of other/project"),
        (GOOD + "x" * 20_000, "bytes are more"),
    ],
)
def test_files_that_cannot_be_read_are_named(tmp_path, content, says):
    path = write(tmp_path, content)
    with pytest.raises(NotesError, match=says) as caught:
        read_notes(path, "vllm-project/vllm", 10_000)
    assert str(path) in caught.value.message
    assert caught.value.hint


@pytest.fixture
def home(tmp_path):
    return load_settings(home=tmp_path / "home")


def read(home, folder):
    store = open_store(home)
    job = Job("release_notes", find_engine("vllm"), str(folder), datetime.now(UTC), home)
    crawl(store, [job])
    store.close()
    return job.outcome


def test_the_good_files_are_stored_and_the_bad_one_named(home, tmp_path):
    notes = tmp_path / "notes"
    notes.mkdir()
    write(notes, GOOD, "a.md")
    write(notes, b"\xff", "b.md")
    write(notes, GOOD.replace("v1.0.0", "v1.1.0"), "c.md")
    outcome = read(home, notes)
    assert (outcome.changed, outcome.complete, len(outcome.errors)) == (2, False, 1)
    assert "b.md" in outcome.errors[0].message


@pytest.mark.parametrize("make", [True, False])
def test_a_folder_without_notes(home, tmp_path, make):
    if make:
        (tmp_path / "notes").mkdir()
    (error,) = read(home, tmp_path / "notes").errors
    assert error.exit_code == 4
