"""The oldest store that was ever shipped opens today, with every row as it was."""

import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import text

from whichpr_kb.annotate.run import annotate
from whichpr_kb.settings import load_settings
from whichpr_kb.store import schema, tables
from whichpr_kb.store.database import open_store
from whichpr_kb.store.upsert import table_of

OLDEST = Path(__file__).parent / "fixtures" / "schema_0001.sql"


@pytest.fixture
def old_home(tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    connection = sqlite3.connect(home / "kb.sqlite")
    connection.executescript(OLDEST.read_text("utf-8"))
    connection.close()
    return home


def rows_of(home, names):
    connection = sqlite3.connect(home / "kb.sqlite")
    found = {name: sorted(connection.execute(f'SELECT * FROM "{name}"').fetchall(), key=repr) for name in names}
    connection.close()
    return found


RECORDS = [table_of(model).name for model in tables.RECORDS]


def test_every_record_is_there_after_the_upgrade(old_home):
    before = rows_of(old_home, RECORDS)
    assert {name: len(rows) for name, rows in before.items()} == {
        "engine": 1, "tag": 4, "branch": 1, "commit": 6, "release": 1, "release_history": 0, "note_item": 3,
        "note_item_pull": 2, "pull": 0, "membership_record": 0, "source_state": 1,
    }  # fmt: skip
    store = open_store(load_settings(home=old_home))
    with store.reading() as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one() == schema.HEAD
    store.close()
    after = rows_of(old_home, RECORDS)
    for name, rows in before.items():
        # A later schema may add columns at the end; what was there stays, in the same order.
        assert [row[: len(rows[0])] for row in after[name]] == rows, name


def test_facts_of_an_old_store_can_be_derived(old_home):
    store = open_store(load_settings(home=old_home))
    annotate(store)
    with store.reading() as connection:
        found = connection.execute(text("SELECT first_release FROM change WHERE key = '12'")).scalar_one()
    store.close()
    assert found == "v1.1.0"


def test_an_upgrade_that_fails_changes_nothing(old_home, monkeypatch):
    connection = sqlite3.connect(old_home / "kb.sqlite")
    connection.execute("DROP TABLE alembic_version")
    connection.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
    connection.commit()
    connection.close()
    before = rows_of(old_home, [*RECORDS, "alembic_version"])
    store_error = pytest.raises(Exception, match="already exists")
    with store_error:  # the schema says that nothing was migrated yet, so the first migration meets its own tables
        open_store(load_settings(home=old_home))
    assert rows_of(old_home, [*RECORDS, "alembic_version"]) == before
