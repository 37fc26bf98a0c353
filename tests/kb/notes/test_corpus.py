"""The release notes of the corpus against the sets of pull requests read out of them by hand.

Numbers that a note cites without their being its items' pull requests: #34303 of vLLM v0.25.0 stands as "RFC #34303"
beside the item's own #44074, so it is a mention; #45719 and #46230 stand alone in the parenthesis of an item each and
are pulls, although no commit of the release carries them. v0.22.1 tells where a bug came from (#42585), v0.20.2 what
was reverted (#41605) and back-ported (#41646).
"""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from whichpr_kb.notes import Notes, parse_notes

pytestmark = pytest.mark.corpus

REPOSITORIES = {"vllm": "vllm-project/vllm", "ollama": "ollama/ollama"}
EXPECTED: dict[str, dict[str, Any]] = json.loads(Path(__file__).with_name("expected_pulls.json").read_text())
NOTES = [(engine, tag) for engine, tags in EXPECTED.items() for tag in tags]


def parse(engine: str, tag: str) -> Notes:
    root = os.environ.get("WHICHPR_CORPUS")
    if root is None:
        pytest.skip("WHICHPR_CORPUS is unset: no release notes to read")
    text = Path(root, "corpus", "release_notes", engine, f"{tag}.md").read_text(encoding="utf-8")
    return parse_notes(text.split("---\n", 2)[2], REPOSITORIES[engine])


def numbers(notes: Notes, field: str) -> list[int]:
    return sorted({number for item in notes.items for number in getattr(item, field)})


@pytest.mark.parametrize(("engine", "tag"), NOTES)
def test_pulls_are_those_a_reader_finds(engine: str, tag: str) -> None:
    notes = parse(engine, tag)
    assert numbers(notes, "pulls") == EXPECTED[engine][tag]["pulls"]
    assert numbers(notes, "mentions") == EXPECTED[engine][tag]["mentions"]


@pytest.mark.parametrize(
    ("tag", "pulls", "items"),
    [("v0.23.0", 233, 265), ("v0.24.0", 257, 271), ("v0.25.0", 204, 221), ("v0.26.0", 146, 166), ("v0.27.0", 223, 271)],
)
def test_sizes(tag: str, pulls: int, items: int) -> None:
    notes = parse("vllm", tag)
    assert (len(numbers(notes, "pulls")), len(notes.items)) == (pulls, items)


@pytest.mark.parametrize(
    ("tag", "stated", "listed"),
    [
        ("v0.15.0", (335, 158, 39), 5),
        ("v0.25.0", (558, 232, 64), 5),
        ("v0.25.1", (2, 2, 1), 1),
        ("v0.27.0", (561, 242, 64), 5),
        ("v0.27.1", (None, None, None), 0),
    ],
)
def test_counts(tag: str, stated: tuple[int | None, ...], listed: int) -> None:
    notes = parse("vllm", tag)
    assert (notes.stated_commits, notes.stated_contributors, notes.stated_new_contributors) == stated
    assert notes.new_contributors == listed


def test_items_of_one_pull() -> None:
    by_pull = {item.pulls: item for item in reversed(parse("vllm", "v0.27.0").items)}
    shared = by_pull[(50104,)]
    assert (shared.topic, shared.text, shared.section) == ("Kimi K3 support", "Rust frontends", ("Highlights",))
    assert by_pull[(50004,)].text == "adaptive topk width (1.0% E2E)"
    assert by_pull[(49348, 48949)].text.endswith("backends moved to kernel abstractions")
    assert by_pull[(50892,)].text == "FlashInfer 0.6.16.post3"
    assert by_pull[(50412,)].section == ("Highlights",)


def test_gated_pull_belongs_to_its_item() -> None:
    assert (46205, 46252) in {item.pulls for item in parse("vllm", "v0.24.0").items}


def test_ollama_authors() -> None:
    notes = parse("ollama", "v0.30.11")
    assert [item.author for item in notes.items[:3]] == ["hoyyeva"] * 3
    assert (notes.items[5].topic, notes.items[5].pulls) == ("launch/codex", (16864,))
    assert notes.new_contributors == 3


def all_notes() -> list[tuple[str, str]]:
    root = os.environ.get("WHICHPR_CORPUS")
    if root is None:
        return []
    folder = Path(root, "corpus", "release_notes")
    return sorted((path.parent.name, path.stem) for path in folder.glob("*/*.md"))


def test_every_note_gives_readable_items() -> None:
    parsed = [(tag, item) for engine, tag in all_notes() for item in parse(engine, tag).items]
    if not parsed:
        pytest.skip("WHICHPR_CORPUS is unset: no release notes to read")
    unread = [(tag, item.text) for tag, item in parsed if not item.text or item.text[-1] in ",;:(" or "  " in item.text]
    assert unread == []
    assert [tag for tag, item in parsed if item.text.endswith((" and", " with", " or"))] == []
    assert [tag for tag, item in parsed if any(f"#{number}" in item.text for number in item.pulls)] == []
