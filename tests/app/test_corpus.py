"""The main job on the real histories of both engines: counts, membership, and the question."""

import csv
from collections import defaultdict

import pytest
from sqlalchemy import select

from whichpr.commands.demo import QUESTION
from whichpr_kb.settings import load_settings
from whichpr_kb.store import tables
from whichpr_kb.store.database import open_store
from whichpr_kb.store.upsert import table_of


def connection_of(knowledge):
    return open_store(load_settings(home=knowledge.home), create=False)


def test_counts(knowledge):
    engines = {row["engine"]: row for row in knowledge("status", "--json").json["engines"]}
    keys = ("prs", "commits_without_pr", "tags", "releases")
    assert [engines["vllm"][key] for key in keys] == [20_129, 98, 8, 21]
    assert [engines["ollama"][key] for key in keys] == [3_195, 1_207, 626, 39]


def test_the_question(knowledge):
    found = knowledge("search", QUESTION, "--json").json
    first = found["results"][0]
    assert (found["answered"], first["pr"], first["first_release"]) == (True, 50458, "v0.27.0")
    assert first["kind"] in ("bugfix", "feature")
    assert "Fix" in first["title"]
    assert "v0.27.0: Kimi K3 support: DeepGEMM support" in first["why"]


def test_the_window_of_a_release(knowledge):
    found = knowledge("show", "vllm@v0.27.0", "--json").json
    assert (found["commits"], found["contributors"]) == (562, 242)
    assert found["stated"] == {"commits": 561, "contributors": 242, "new_contributors": 64}
    assert knowledge("show", "vllm@v0.27.1", "--json").json["pulls"] == 1


def test_what_the_notes_cite_is_reachable_from_the_tag(knowledge):
    store = connection_of(knowledge)
    cited, member = table_of(tables.NoteItemPull), table_of(tables.Member)
    with store.reading() as connection:
        numbers = set(
            connection.execute(
                select(cited.c.number).where(cited.c.engine == "vllm", cited.c.tag == "v0.27.0", cited.c.role == "pull")
            ).scalars()
        )
        held = set(
            connection.execute(
                select(member.c.key).where(
                    member.c.engine == "vllm", member.c.tag == "v0.27.0", member.c.how != "notes"
                )
            ).scalars()
        )
    store.close()
    assert len(numbers) == 223
    assert {str(number) for number in numbers} <= held


def test_the_oldest_tag_only_bounds(knowledge):
    found = knowledge("released", "vllm#100", "--json").json
    assert (found["first_release"], found["first_release_not_after"]) == (None, "v0.23.0")
    store = connection_of(knowledge)
    member = table_of(tables.Member)
    with store.reading() as connection:
        rows = connection.execute(
            select(member.c.how).where(member.c.engine == "vllm", member.c.tag == "v0.23.0")
        ).scalars()
        assert set(rows) == {"notes"}
    store.close()


def test_numbers_that_only_notes_name_are_kept_as_stubs(knowledge):
    for number in (34303, 45719, 46230):
        found = knowledge("show", f"vllm#{number}", "--json").json
        assert (found["stub"], found["first_release"]) == (True, None)


def test_every_cherry_pick_is_first_released_where_the_tags_say(knowledge, corpus):
    """The first stable tag, in version order, that holds a pull request by base or by cherry-pick."""
    from whichpr_kb.engines import find_engine
    from whichpr_kb.versions import in_order

    expected = _first_of_picks(corpus, find_engine, in_order)
    store = connection_of(knowledge)
    change = table_of(tables.Change)
    with store.reading() as connection:
        found = {
            (row.engine, row.number): (row.first_release, row.first_release_not_after)
            for row in connection.execute(select(change).where(change.c.number.is_not(None)))
        }
    store.close()
    assert len(expected) == 33
    wrong = {key: (tag, found.get(key)) for key, tag in expected.items() if tag not in found.get(key, ())}
    assert wrong == {}
    for (engine, number), tag in list(expected.items())[:5]:
        first = knowledge("released", f"{engine}#{number}", "--json").json
        assert tag in (first["first_release"], first["first_release_not_after"])
    assert knowledge("released", "vllm#50424", "--json").json["releases"][0]["tag"] == "v0.27.1"


def _first_of_picks(corpus, find_engine, in_order):
    """From the history files alone: positions on main, the bases of tags and their picks."""
    import gzip
    import json

    from whichpr_kb.annotate.subjects import read_subject

    first = {}
    with (corpus / "corpus" / "history" / "tags.csv").open(newline="") as file:
        tags = list(csv.DictReader(file))
    for slug in ("vllm", "ollama"):
        with gzip.open(corpus / "corpus" / "history" / f"{slug}.jsonl.gz", "rt", encoding="utf-8") as file:
            commits = [json.loads(line) for line in file]
        number = {row["sha"]: read_subject(row["subject"], row["body"]).number for row in commits}
        main = [row["sha"] for row in commits if not row.get("off_main")]
        place = {sha: n for n, sha in enumerate(main)}
        on_main = defaultdict(list)
        for sha in main:
            on_main[number[sha]].append(place[sha])
        by_tag = {row["tag"]: row for row in tags if row["engine"] == slug and row["base_sha"] in place}
        stable = [version.tag for version in in_order(find_engine(slug), by_tag) if version.stable]
        picked = {number[sha] for tag in stable for sha in by_tag[tag]["cherry_picked_shas"].split()} - {None}
        for pull in picked:
            holds = (
                tag
                for tag in stable
                if any(at <= place[by_tag[tag]["base_sha"]] for at in on_main[pull])
                or pull in {number[sha] for sha in by_tag[tag]["cherry_picked_shas"].split()}
            )
            first[slug, pull] = next(holds)
    return first


def test_a_second_crawl_changes_nothing(knowledge, corpus, replica):
    before = knowledge("status", "--json").json["index"]["store_generation"]
    notes = corpus / "corpus" / "release_notes" / "ollama"
    knowledge("--quiet", "crawl", "ollama", "--git", replica("ollama"), "--notes", notes)
    after = knowledge("status", "--json").json["index"]
    assert (after["store_generation"], after["stale"]) == (before, False)


def test_note_items_that_cite_nothing_are_found(knowledge):
    (first, *_) = knowledge("search", "Claude Desktop model on or off menu bar", "--engine", "ollama", "--json").json[
        "results"
    ]
    assert (first["pr"], first["sha"]) == (None, None)
    assert first["release"] in ("v0.33.0-rc3", "v0.33.0")


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_digest_names_only_what_the_store_holds(knowledge, lang):
    found = knowledge("digest", "release", "vllm", "v0.27.0", "--lang", lang, "--format", "json").json
    numbers = {number for section in found["sections"] for item in section["items"] for number in item["prs"]}
    store = connection_of(knowledge)
    change = table_of(tables.Change)
    with store.reading() as connection:
        known = set(
            connection.execute(
                select(change.c.number).where(change.c.engine == "vllm", change.c.stub.is_(False))
            ).scalars()
        )
    store.close()
    assert len(numbers) >= 223
    assert numbers <= known
    text = knowledge("digest", "release", "vllm", "v0.27.0", "--lang", lang).out
    for figure in ("562", "242", "561"):
        assert figure in text
    for number in (50458, 46789, 48957, 48155, 49244):
        assert f"https://github.com/vllm-project/vllm/pull/{number}" in text
