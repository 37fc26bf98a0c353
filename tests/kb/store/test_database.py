"""Opening: created, migrated, refused, locked, damaged."""

import os
import sqlite3
import threading
from contextlib import closing

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import select, text
from sqlmodel import SQLModel

from whichpr_kb.errors import SettingsError, StoreBusy, StoreCorrupt, StoreError, StoreNewer
from whichpr_kb.settings import load_settings
from whichpr_kb.store import generation, schema, tables
from whichpr_kb.store.database import open_store
from whichpr_kb.store.upsert import table_of, upsert


@pytest.fixture
def settings(tmp_path):
    return load_settings(home=tmp_path / "home", lock_timeout=0.2)


def scripts():
    config = Config()
    config.set_main_option("script_location", "whichpr_kb.store:migrations")
    return ScriptDirectory.from_config(config)


def test_models_equal_head(store):
    with store.reading() as connection:
        found = compare_metadata(MigrationContext.configure(connection), SQLModel.metadata)
    assert found == []


def test_head_is_the_last_script_and_every_script_says_why():
    directory = scripts()
    assert directory.get_current_head() == schema.HEAD
    every = list(directory.walk_revisions())
    assert {script.revision for script in every} == schema.KNOWN
    assert all(len(script.module.WHY) > 10 for script in every)


def test_a_store_from_a_newer_version_is_refused_unchanged(settings):
    store = open_store(settings)
    with store.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    store.close()
    before = (settings.home / "kb.sqlite").read_bytes()
    with pytest.raises(StoreNewer, match="9999") as caught:
        open_store(settings)
    assert "Upgrade whichpr" in caught.value.hint
    assert (settings.home / "kb.sqlite").read_bytes() == before


def test_a_missing_store_is_an_error_with_the_next_step(settings):
    with pytest.raises(StoreError, match="no knowledge base") as caught:
        open_store(settings, create=False)
    assert "whichpr demo" in caught.value.hint
    assert not settings.home.exists()


def test_another_programs_database_is_not_touched(settings):
    settings.home.mkdir()
    with closing(sqlite3.connect(settings.home / "kb.sqlite")) as connection:
        connection.execute("CREATE TABLE theirs (x)")
    with pytest.raises(StoreCorrupt, match="not one of whichpr"):
        open_store(settings)
    with closing(sqlite3.connect(settings.home / "kb.sqlite")) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("theirs",)]


def test_a_damaged_file_is_named_and_kept(settings):
    settings.home.mkdir()
    (settings.home / "kb.sqlite").write_bytes(b"this is no database at all" * 100)
    with pytest.raises(StoreCorrupt, match="damaged") as caught:
        open_store(settings)
    assert "Move it away" in caught.value.hint
    assert (settings.home / "kb.sqlite").read_bytes().startswith(b"this is no database")


def test_a_file_where_the_home_should_be(tmp_path):
    (tmp_path / "home").write_text("x")
    with pytest.raises(StoreError, match="cannot create"):
        open_store(load_settings(home=tmp_path / "home"))


@pytest.mark.parametrize("url", ["nonsense", "oracle://x/y"])
def test_a_database_url_that_is_none(tmp_path, url):
    with pytest.raises(SettingsError):
        open_store(load_settings(home=tmp_path, database_url=url))


def test_a_second_writer_is_told_who_holds_the_lock(settings):
    first = open_store(settings)
    second = open_store(settings)
    with first.exclusive(), pytest.raises(StoreBusy, match=f"process {os.getpid()}"), second.writing():
        pass
    with second.writing() as connection:
        assert connection.execute(text("SELECT 1")).scalar_one() == 1
    first.close()
    second.close()


def test_a_second_writer_waits(tmp_path):
    patient = load_settings(home=tmp_path, lock_timeout=20)
    first, second = open_store(patient), open_store(patient)
    inside, done = threading.Event(), []

    def write():
        inside.set()
        with second.writing() as connection:
            done.append(generation.current(connection))

    with first.exclusive():
        thread = threading.Thread(target=write)
        thread.start()
        inside.wait()
        with first.writing() as connection:
            generation.advance(connection)
        assert done == []
    thread.join(20)
    assert done == [1]
    first.close()
    second.close()


def test_readers_see_one_state_while_a_writer_writes(store):
    meta = table_of(tables.Meta)
    with store.reading() as reader:
        assert reader.execute(select(meta)).all() == []
        with store.writing() as writer:
            upsert(writer, tables.Meta, [{"key": "k", "value": "v"}])
            assert reader.execute(select(meta)).all() == []


def _write_and_fail(connection):
    assert upsert(connection, tables.Meta, [{"key": "k", "value": "v"}]) == 1
    raise ZeroDivisionError


def test_a_failed_block_leaves_nothing(store):
    with pytest.raises(ZeroDivisionError), store.writing() as connection:
        _write_and_fail(connection)
    with store.reading() as connection:
        assert connection.execute(select(table_of(tables.Meta))).all() == []


def test_the_generation_is_read_without_sqlalchemy(settings):
    assert generation.peek(settings) is None
    store = open_store(settings)
    assert generation.peek(settings) == 0
    with store.writing() as connection:
        generation.advance(connection)
        generation.advance(connection)
    assert generation.peek(settings) == 2
    store.close()
    (settings.home / "kb.sqlite").write_bytes(b"x" * 5_000)
    assert generation.peek(settings) is None
