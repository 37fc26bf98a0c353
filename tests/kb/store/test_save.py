"""Batches of records into the store."""

from datetime import UTC, datetime

from sqlalchemy import select

from whichpr_kb.engines import find_engine
from whichpr_kb.records import Batch, CommitRecord, Provenance, PullRecord, ReleaseRecord
from whichpr_kb.store import tables
from whichpr_kb.store.generation import current
from whichpr_kb.store.save import clean, save_batch, unpack_paths
from whichpr_kb.store.upsert import table_of

NOW, LATER = datetime(2026, 8, 1, tzinfo=UTC), datetime(2026, 8, 2, tzinfo=UTC)
VLLM = find_engine("vllm")


def batch(*records, at=NOW, source="demo", **more):
    return Batch("vllm", Provenance(source, "somewhere", at, 1), records, **more)


def release(body, tag="v1.0.0"):
    return ReleaseRecord(tag, tag, "https://example.org", body, NOW, "second", False, True)


COMMIT = CommitRecord("a" * 40, (), "A (#1)", "b\x00ody \ud800", "ann", NOW, NOW, (("M", "x.py"), ("A", "y z.py")))


def save(store, *batches):
    with store.writing() as connection:
        return [save_batch(connection, VLLM, one).changed for one in batches]


def all_of(store, model):
    with store.reading() as connection:
        return [dict(row) for row in connection.execute(select(table_of(model))).mappings()]


def generation(store):
    with store.reading() as connection:
        return current(connection)


def test_the_same_batch_twice_changes_only_when_it_was_checked(store):
    assert save(store, batch(COMMIT, last=True)) == [1]
    before, first = all_of(store, tables.Commit), generation(store)
    assert save(store, batch(COMMIT, at=LATER, last=True)) == [0]
    assert (all_of(store, tables.Commit), generation(store)) == (before, first)
    (state,) = all_of(store, tables.SourceState)
    assert (state["checked_at"], state["changed_at"], state["complete"]) == (LATER, NOW, True)


def test_text_that_no_database_takes_is_cleaned(store):
    save(store, batch(COMMIT))
    (row,) = all_of(store, tables.Commit)
    assert row["body"] == "body ?"
    assert unpack_paths(row["paths"]) == (("M", "x.py"), ("A", "y z.py"))
    assert clean("漢\x00字") == "漢字"


def test_edited_notes_keep_their_history_and_new_items(store):
    save(store, batch(release("* One (#1)\n* Two (#2)")))
    assert save(store, batch(release("* One (#1)"), at=LATER)) == [1]
    assert [row["text"] for row in all_of(store, tables.NoteItem)] == ["One"]
    assert [row["number"] for row in all_of(store, tables.NoteItemPull)] == [1]
    (old,) = all_of(store, tables.ReleaseHistory)
    assert (old["body"], old["seen_at"]) == ("* One (#1)\n* Two (#2)", NOW)


def test_sample_records_give_way_to_every_other_source(store):
    official = PullRecord(1, "Official", "", "u", NOW)
    save(store, batch(release("* Official (#1)"), official, source="github"))
    restated = PullRecord(1, "Restated", "", "u", NOW)
    assert save(store, batch(release("* Restated (#1)"), restated, source="sample", fallback=True)) == [0]
    assert [row["title"] for row in all_of(store, tables.Pull)] == ["Official"]
    assert [row["text"] for row in all_of(store, tables.NoteItem)] == ["Official"]


def test_the_cursor_is_kept_until_a_new_one_comes(store):
    save(store, batch(COMMIT, cursor={"heads": "x"}), batch(last=True))
    (state,) = all_of(store, tables.SourceState)
    assert (state["cursor"], state["complete"]) == ('{"heads": "x"}', True)
