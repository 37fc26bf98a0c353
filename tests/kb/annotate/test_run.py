"""The annotate stage: derived once, only what differs is written, and the same again from nothing."""

from sqlalchemy import delete, select, update

from whichpr_kb.annotate.run import annotate
from whichpr_kb.store import tables
from whichpr_kb.store.generation import current
from whichpr_kb.store.upsert import table_of


def dump(store):
    with store.reading() as connection:
        return {
            model.__name__: sorted(map(str, connection.execute(select(table_of(model))).all()))
            for model in tables.FACTS
        }


def change(store, key):
    row = table_of(tables.Change)
    with store.reading() as connection:
        return connection.execute(select(row).where(row.c.key == key)).mappings().one()


def test_facts_of_a_change(store, fill):
    fill(store)
    found = change(store, "12")
    assert (found["title"], found["kind"]) == ("[Bugfix] Fix DeepGEMM for Kimi K3", "bugfix")
    assert (found["first_release"], found["first_release_how"]) == ("v1.1.0", "main")
    assert change(store, "11")["first_prerelease"] == "v1.1.0rc1"
    assert change(store, "10")["first_release_not_after"] == "v1.0.0"
    assert change(store, "10")["reverted_by"] == "13"


def test_a_second_run_changes_nothing(store, fill):
    fill(store)
    before = dump(store)
    with store.reading() as connection:
        generation = current(connection)
    assert annotate(store) == 0
    with store.reading() as connection:
        assert current(connection) == generation
    assert dump(store) == before


def test_facts_deleted_are_derived_again_the_same(store, fill):
    fill(store)
    before = dump(store)
    with store.writing() as connection:
        for model in (*tables.FACTS, tables.Meta):
            connection.execute(delete(table_of(model)))
    annotate(store)
    assert dump(store) == before


def test_a_changed_text_derives_its_facts_anew(store, fill):
    fill(store)
    commit = table_of(tables.Commit)
    with store.writing() as connection:
        connection.execute(update(commit).where(commit.c.sha == "c" * 40).values(subject="[Doc] Explain Qwen3 (#12)"))
        connection.execute(delete(table_of(tables.Meta)))
    annotate(store)
    assert change(store, "12")["kind"] == "docs"
    fact = table_of(tables.Fact)
    with store.reading() as connection:
        models = connection.execute(
            select(fact.c.value).where(fact.c.key == "12", fact.c.name == "model", fact.c.where == "title")
        ).scalars()
        assert list(models) == ["Qwen3"]


def test_release_facts(store, fill):
    fill(store)
    fact = table_of(tables.ReleaseFact)
    with store.reading() as connection:
        rows = {row.tag: row for row in connection.execute(select(fact))}
    assert [row.tag for row in sorted(rows.values(), key=lambda row: row.position)] == [
        "v1.0.0", "v1.1.0rc1", "v1.1.0", "v1.2.0",
    ]  # fmt: skip
    assert (rows["v1.0.0"].bounded, rows["v1.0.0"].commits) == (True, None)
    assert (rows["v1.1.0"].commits, rows["v1.1.0"].pulls, rows["v1.1.0"].date_from) == (3, 2, "published")
    assert (rows["v1.2.0"].date_from, rows["v1.2.0"].previous) == ("tag", "v1.1.0")
