from __future__ import annotations

import os
from pathlib import Path

import pytest

import whichpr_site
from whichpr_kb.errors import OutputError
from whichpr_site.output import MARKER, check, replaced


def write(out, text, *, fail=False, **options):
    with replaced(out, **options) as folder:
        (folder / "index.html").write_text(text)
        if fail:
            raise OSError(28, "No space left on device")


def test_a_new_site_takes_the_place_of_the_old_one(tmp_path):
    out = tmp_path / "public"
    write(out, "one")
    write(out, "two")
    assert (out / "index.html").read_text() == "two"
    assert [path.name for path in tmp_path.iterdir()] == ["public"]


def test_a_failure_leaves_the_old_site_and_no_trace(tmp_path):
    out = tmp_path / "public"
    write(out, "one")
    with pytest.raises(OutputError, match="No space left"):
        write(out, "half", fail=True)
    assert (out / "index.html").read_text() == "one"
    assert [path.name for path in tmp_path.iterdir()] == ["public"]


def test_an_empty_folder_is_taken_and_a_used_one_refused(tmp_path):
    out = tmp_path / "public"
    out.mkdir()
    write(out, "one")
    assert (out / MARKER).is_file()
    other = tmp_path / "documents"
    other.mkdir()
    (other / "letter.txt").write_text("dear")
    with pytest.raises(OutputError, match="did not write"):
        write(other, "two")
    assert [path.name for path in other.iterdir()] == ["letter.txt"]


def test_what_someone_put_into_the_site_is_not_thrown_away(tmp_path):
    out = tmp_path / "public"
    write(out, "one")
    (out / "CNAME").write_text("example.org")
    with pytest.raises(OutputError, match="'CNAME'"):
        write(out, "two")
    assert (out / "index.html").read_text() == "one"


def test_a_file_the_sources_and_the_home_are_refused(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match="is a file"):
        write(tmp_path / "file", "x")
    source = Path(str(whichpr_site.__file__)).parent
    for out in (source / "public", source, source.parents[1]):
        with pytest.raises(OutputError, match="within each other"):
            write(out, "x")
    home = tmp_path / "home"
    for out in (home, home / "public", tmp_path):
        with pytest.raises(OutputError, match="within each other"):
            write(out, "x", refuse=[home])


def test_a_folder_below_a_file_cannot_be_written(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match="cannot be written"):
        write(tmp_path / "file" / "public", "x")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_without_permission_is_named(tmp_path):
    shut = tmp_path / "shut"
    shut.mkdir(mode=0o500)
    with pytest.raises(OutputError, match="cannot be written"):
        write(shut / "public", "x")


def test_the_site_is_readable_by_others(tmp_path):
    before = os.umask(0o022)
    try:
        write(tmp_path / "public", "x")
    finally:
        os.umask(before)
    assert (tmp_path / "public").stat().st_mode & 0o777 == 0o755


def test_neither_a_link_nor_the_folder_one_is_in(tmp_path, monkeypatch):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    with pytest.raises(OutputError, match="is a link") as caught:
        check(tmp_path / "link")
    assert str(tmp_path / "real") in caught.value.hint
    monkeypatch.chdir(tmp_path / "real")
    for out in (Path(), tmp_path, tmp_path / "real"):
        with pytest.raises(OutputError, match="that you are in"):
            check(out)
