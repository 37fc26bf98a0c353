"""The index follows the store, heals itself, and changes only what differs."""

import pytest
from sqlalchemy import update

from whichpr_kb.annotate.run import annotate
from whichpr_kb.ask.search import answer
from whichpr_kb.errors import IndexingError
from whichpr_kb.index.base import Facets
from whichpr_kb.index.documents import documents
from whichpr_kb.index.lexicon import Lexicon
from whichpr_kb.index.refresh import refresh
from whichpr_kb.index.whoosh_index import WhooshIndex
from whichpr_kb.records import PullRecord
from whichpr_kb.store.generation import advance
from whichpr_kb.store.tables import Commit
from whichpr_kb.store.upsert import table_of


@pytest.fixture
def folder(settings):
    return settings.index_dir


def ask(folder, text, **facets):
    return answer(WhooshIndex(folder), Lexicon.read(folder), text, Facets(**facets), 5)


def keys(found):
    return [hit.shown["pr"] for hit in found.hits]


def test_documents_are_changes_and_notes_that_cite_none(filled):
    with filled.reading() as connection:
        found = {document.key: document for document in documents(connection)}
    assert set(found) == {
        "vllm#10", "vllm#11", "vllm#12", "vllm#13", "vllm#14", f"vllm@{'d' * 40}", "vllm@v1.1.0:2",
    }  # fmt: skip
    assert found["vllm#12"].notes == "Kimi K3 support: DeepGEMM path"
    assert found["vllm@v1.1.0:2"].shown["release"] == "v1.1.0"


def test_built_found_and_left_alone(filled, folder):
    assert refresh(filled, folder) == 7
    assert refresh(filled, folder) == 0
    found = ask(folder, "which PR added Kimi K3 DeepGEMM")
    assert (found.answered, keys(found)[0]) == (True, 12)
    assert found.to_json()["results"][0]["why"][1] == "v1.1.0: Kimi K3 support: DeepGEMM path"


def test_only_what_differs_is_written(filled, folder, fill):
    refresh(filled, folder)
    fill(filled, PullRecord(12, "[Bugfix] Mend the DeepGEMM road of Kimi K3", "", "https://example.org", None))
    assert refresh(filled, folder) == 1
    assert ask(folder, "mend road").hits[0].shown["pr"] == 12


def test_a_removed_document_leaves_the_index(filled, folder):
    refresh(filled, folder)
    commit = table_of(Commit)
    with filled.writing() as connection:
        connection.execute(update(commit).where(commit.c.sha == "d" * 40).values(subject="now numbered (#11)"))
        advance(connection, "vllm")
    annotate(filled)
    assert refresh(filled, folder) >= 1
    assert WhooshIndex(folder).stamp().documents == 6


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # Whoosh leaves its file open
@pytest.mark.parametrize("harm", ["segment", "toc", "current", "lexicon", "all"])
def test_a_damaged_index_heals(filled, folder, harm):
    refresh(filled, folder)
    name = next(entry for entry in folder.iterdir() if entry.is_dir())
    if harm == "segment":
        for file in name.glob("*.seg"):
            file.write_bytes(b"x" * 10)
    if harm == "toc":
        for file in name.glob("*.toc"):
            file.write_bytes(b"garbage")
    if harm == "current":
        (folder / "CURRENT").write_text("{")
    if harm == "lexicon":
        (folder / "lexicon.json").unlink()
    if harm == "all":
        for file in [*name.iterdir(), folder / "CURRENT"]:
            file.unlink()
    refresh(filled, folder)
    assert keys(ask(folder, "Kimi K3 DeepGEMM"))[0] == 12


def test_a_missing_index_says_what_to_do(folder):
    with pytest.raises(IndexingError, match="no search index") as caught:
        WhooshIndex(folder).open()
    assert "whichpr index" in caught.value.hint


def test_an_unwritable_folder_is_named(filled, folder):
    folder.parent.mkdir(exist_ok=True)
    folder.write_text("in the way")
    with pytest.raises(IndexingError, match="cannot be written"):
        refresh(filled, folder)


def test_facets_filter(filled, folder):
    refresh(filled, folder)
    assert keys(ask(folder, "", kind="bugfix")) == [12]
    assert keys(ask(folder, "", model="Kimi K3", release="v1.1.0")) == [12, 11]
    assert keys(ask(folder, "", since="2026-07-05", until="2026-07-06")) == [13]
    assert keys(ask(folder, "", engine="ollama")) == []
    assert ask(folder, "kimi", engine="ollama").answered is False
