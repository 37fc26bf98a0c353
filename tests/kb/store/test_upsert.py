"""Bulk writes change only what differs, and say how much that was."""

from datetime import UTC, datetime

from sqlalchemy import select

from whichpr_kb.store.tables import Pull, Tag
from whichpr_kb.store.upsert import remove, sync, table_of, upsert

NOW = datetime(2026, 8, 1, tzinfo=UTC)


def tag(name, sha, source="git_history", fetched_at=NOW):
    return {
        "engine": "demo", "name": name, "sha": sha, "tagged_at": None, "source": source, "origin": "x",
        "fetched_at": fetched_at,
    }  # fmt: skip


def rows(store):
    with store.reading() as connection:
        return {row.name: row.sha for row in connection.execute(select(table_of(Tag)))}


def test_new_changed_and_equal_rows_are_counted(store):
    with store.writing() as connection:
        assert upsert(connection, Tag, [tag("a", "1"), tag("b", "1")]) == 2
        assert upsert(connection, Tag, [tag("a", "1"), tag("b", "2"), tag("c", "3")]) == 2
        assert upsert(connection, Tag, []) == 0
    assert rows(store) == {"a": "1", "b": "2", "c": "3"}


def test_when_a_row_was_read_is_no_change(store):
    later = datetime(2026, 9, 1, tzinfo=UTC)
    with store.writing() as connection:
        upsert(connection, Tag, [tag("a", "1")])
        assert upsert(connection, Tag, [tag("a", "1", fetched_at=later)]) == 0
        assert connection.execute(select(table_of(Tag).c.fetched_at)).scalar_one() == NOW


def test_of_equal_keys_the_last_counts_and_null_is_a_value(store):
    with store.writing() as connection:
        upsert(connection, Tag, [tag("a", "1"), tag("a", "2")])
        assert upsert(connection, Tag, [tag("a", None)]) == 1
        assert upsert(connection, Tag, [tag("a", None)]) == 0
    assert rows(store) == {"a": None}


def test_fallback_rows_give_way(store):
    with store.writing() as connection:
        upsert(connection, Tag, [tag("a", "1"), tag("b", "1", source="sample")])
        fresh = [tag("a", "9", source="sample"), tag("b", "9", source="sample"), tag("c", "9", source="sample")]
        assert upsert(connection, Tag, fresh, only_own=True) == 2
        assert upsert(connection, Tag, [tag("c", "7")], replace=False) == 0
    assert rows(store) == {"a": "1", "b": "9", "c": "9"}


def test_sync_writes_the_difference(store):
    found = {("demo", "a"): tag("a", "1"), ("demo", "b"): tag("b", "1")}
    with store.writing() as connection:
        upsert(connection, Tag, list(found.values()))
        written, removed = sync(connection, Tag, [tag("a", "1"), tag("c", "1")], found)
        assert ([row["name"] for row in written], [row["name"] for row in removed]) == (["c"], ["b"])
        assert remove(connection, Tag, []) == 0
    assert rows(store) == {"a": "1", "c": "1"}


def test_more_rows_than_one_statement_takes(store):
    many = [
        {"engine": "demo", "number": n, "title": "t" * 50, "body": "", "url": "", "source": "s", "origin": "",
         "fetched_at": NOW} for n in range(2_500)
    ]  # fmt: skip
    with store.writing() as connection:
        assert upsert(connection, Pull, many) == 2_500
        assert upsert(connection, Pull, many) == 0
