"""All text facts of a change together: their order, the words they stand on, and the measures on judged changes."""

import gzip
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whichpr_kb.annotate.subjects import read_subject
from whichpr_kb.annotate.text import ChangeText, text_facts
from whichpr_kb.annotate.text_places import place_of
from whichpr_kb.annotate.text_title import read_title
from whichpr_kb.catalogue import load_catalogue

CHANGE = ChangeText(
    "vllm", "[Perf][ROCm] Fuse norms for Kimi K3, 3% TTFT improvement", "", (("M", "vllm/a.py"),),
    ("KV: fp8 cache for Qwen3.5",),
)  # fmt: skip


def test_one_kind_then_the_others():
    facts = text_facts(CHANGE, load_catalogue())
    assert [fact.name for fact in facts[:3]] == ["kind", "model", "hardware"]
    assert [fact.name for fact in facts].count("kind") == 1
    assert [fact.name for fact in facts][-1] == "figure"
    assert facts == text_facts(CHANGE, load_catalogue())


@settings(deadline=None, max_examples=150)
@given(title=st.text(max_size=80), body=st.text(max_size=60), note=st.text(max_size=60), path=st.text(max_size=30))
def test_whatever_the_text_every_span_stands_in_it(title, body, note, path):
    change = ChangeText("ollama", title, body, (("M", path),), (note,))
    texts = {"title": [title], "body": [body], "notes": [note], "paths": [path]}
    facts = text_facts(change, load_catalogue())
    assert facts[0].name == "kind"
    for fact in facts:
        assert any(fact.span in text for text in texts[fact.where]), fact


@pytest.mark.parametrize(
    "title",
    [
        "[Bugfix] do not retry", "remove `--old` in favor of `--new`", "mlx: 2x faster GLM-5.2 on M5 GPU", "[CI] flaky",
        "Remove MptForCausalLM", "fix(docker): pin it", "K3 for [AMD]", "Make X the default",
    ],
)  # fmt: skip
def test_spans_of_titles(title):
    for fact in text_facts(ChangeText("vllm", title, "", (), ()), load_catalogue()):
        assert fact.span in title


@pytest.mark.parametrize(
    ("title", "tags", "scope", "rest"),
    [
        ("[A][B/C] Do it", ("A", "B/C"), "", "Do it"),
        ("fix(moe): do it", (), "fix", "do it"),
        ("[A] server: do it", ("A",), "server", "do it"),
        ("Do it: now [1/2]", (), "Do it", "now"),
        ("see http://a.b", (), "", "see http://a.b"),
        ("", (), "", ""),
    ],
)
def test_parts_of_a_title(title, tags, scope, rest):
    found = read_title(title)
    assert (found.tags, found.scope, found.rest) == (tags, scope, rest)


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("vllm/engine/llm.py", "code"), ("tests/a.py", "test"), ("server/sched_test.go", "test"),
        ("docs/a.png", "docs"),
        ("README.md", "docs"), (".github/workflows/a.yml", "ci"), ("docker/Dockerfile", "build"), ("go.mod", "build"),
        ("examples/a/main.go", "examples"), ("benchmarks/a.py", "benchmarks"), ("vllm/testing.py", "code"),
    ],
)  # fmt: skip
def test_what_a_file_is(path, place):
    assert place_of(path) == place


def test_measured_on_the_judged_changes(corpus):
    """Kind, models and hardware of the judged half, by title and touched files alone."""
    history = {}
    for engine in ("vllm", "ollama"):
        with gzip.open(corpus / "corpus" / "history" / f"{engine}.jsonl.gz", "rt", encoding="utf-8") as file:
            for line in file:
                row = json.loads(line)
                subject = read_subject(row["subject"], row["body"])
                history.setdefault((engine, subject.number), (subject, row))
    right, counts = 0, {"model": [0, 0, 0], "hardware": [0, 0, 0]}
    judged = [json.loads(line) for line in (corpus / "eval" / "facets_dev.jsonl").read_text("utf-8").splitlines()]
    for row in judged:
        subject, commit = history[row["engine"], row["pr"]]
        paths = tuple(tuple(path) for path in commit["files"])
        facts = text_facts(ChangeText(row["engine"], subject.title, commit["body"], paths, ()), load_catalogue())
        right += facts[0].value == row["kind"]
        for name, wanted in (("model", set(row["models"])), ("hardware", set(row["hardware"]))):
            got = {fact.value for fact in facts if fact.name == name}
            counts[name] = [
                before + more
                for before, more in zip(
                    counts[name], (len(got & wanted), len(got - wanted), len(wanted - got)), strict=True
                )
            ]
    assert right / len(judged) >= 0.92
    for hits, extra, missed in counts.values():
        assert 2 * hits / (2 * hits + extra + missed) >= 0.95
