"""The main job on the bundled sample, as a person runs it."""

import json

from whichpr.commands.demo import QUESTION


def test_the_question(sample):
    found = sample("search", QUESTION, "--json").json
    first = found["results"][0]
    assert (found["answered"], first["pr"], first["first_release"]) == (True, 50458, "v0.27.0")
    assert first["kind"] in ("bugfix", "feature")
    assert first["models"] == ["Kimi K3"]
    assert first["why"][0] == first["title"]
    assert any("DeepGEMM" in words for words in first["why"][1:])


def test_the_answer_for_a_person_fits_80_columns(sample):
    ran = sample("search", QUESTION, "--limit", "3")
    assert "#50458 · bugfix · first in v0.27.0" in ran.out
    assert all(len(line) <= 80 for line in ran.out.splitlines() if "http" not in line)


def test_a_chinese_question_gets_a_chinese_answer(sample):
    assert "首次发布于 v0.27.0" in sample("search", "哪个 PR 给 Kimi K3 加了 DeepGEMM").out
    assert "没有能回答" in sample("search", "明天的天气预报怎么样").out


def test_nothing_answers(sample):
    ran = sample("search", "Zorblax-9000 telepathy backend", "--json")
    assert ran.json["answered"] is False
    assert "Nothing here answers that." in sample("search", "Zorblax-9000 telepathy backend").out


def test_batch_takes_plain_lines_and_json(sample):
    lines = 'Kimi K3 DeepGEMM\n\n{"id": "a", "query": "gRPC abort"}\n{"broken\n{"id": 5}\n'
    ran = sample("search", "--batch", "--limit", "1", stdin=lines)
    found = [json.loads(line) for line in ran.out.splitlines()]
    assert [document["id"] for document in found] == [None, "a", None, None]
    assert found[0]["results"][0]["pr"] == 50458
    assert found[2]["query"] == '{"broken'


def test_batch_takes_bytes_that_are_no_text(sample):
    ran = sample("search", "--batch", stdin=b"\xff\xfe kimi\n\x00\n")
    assert len(ran.out.splitlines()) == 2


def test_facets_without_a_question(sample):
    found = sample("search", "--model", "kimi-k3", "--engine", "vLLM", "--json").json["results"]
    assert len(found) >= 5
    assert all("Kimi K3" in result["models"] for result in found)
    assert sample("search", "--model", "no-such-model", code=2).err


def test_show_released_and_diff(sample):
    shown = sample("show", "vllm#50458", "--json").json
    assert shown["first_release"] == "v0.27.0"
    assert [row["tag"] for row in shown["releases"]] == ["v0.27.0", "v0.27.1"]
    released = sample("released", "vllm#50424", "--json").json
    assert released["releases"][0]["tag"] == released["first_release"] == "v0.27.1"
    changed = sample("diff", "vllm", "v0.26.0", "v0.27.0", "--json").json
    assert len(changed["items"]) > 50
    assert changed["items"][0]["breaking"] is True
    assert sample("show", "vllm", "50458", "--json").json == shown
    assert sample("show", "vllm", "v0.27.0", "--json").json["tag"] == "v0.27.0"
    assert sample("search", "#50458", "--json").json["results"][0]["pr"] == 50458
    for words in (["show", "vllm#50458"], ["show", "vllm@v0.27.0"], ["released", "vllm#50424"], ["status"]):
        assert sample(*words).out.strip()


def test_status(sample):
    found = sample("status", "--json").json
    assert {engine["engine"]: engine["prs"] for engine in found["engines"]} == {"vllm": 85, "ollama": 43}
    assert found["index"]["stale"] is False


def test_a_demo_again_changes_nothing(sample, tmp_path):
    before = sample("status", "--json").json["index"]["generation"]
    sample("--quiet", "demo", "--out", tmp_path / "again")
    assert sample("status", "--json").json["index"]["generation"] == before


def test_the_index_is_mended_by_a_search(sample):
    for entry in (sample.home / "index").iterdir():
        if entry.is_file():
            entry.unlink()
    assert sample("search", QUESTION, "--json").json["results"][0]["pr"] == 50458


def test_rebuild(sample):
    assert "documents written" in sample("index", "--rebuild").err
