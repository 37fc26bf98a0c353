"""Tags are ordered by version, never by date or as text."""

import pytest

from whichpr_kb.engines import Engine, find_engine
from whichpr_kb.versions import in_order, parse_tag

VLLM, OLLAMA = find_engine("vllm"), find_engine("ollama")


def test_pep440_order_of_vllm():
    tags = ["v0.11.0", "v0.10.1.1", "v0.8.5.post1", "v0.12.0rc1", "v0.12.0", "v0.8.5", "v0.10.1", "v0.9.0"]
    assert [version.tag for version in in_order(VLLM, tags)] == [
        "v0.8.5", "v0.8.5.post1", "v0.9.0", "v0.10.1", "v0.10.1.1", "v0.11.0", "v0.12.0rc1", "v0.12.0",
    ]  # fmt: skip


def test_semver_order_of_ollama_counts_release_candidates():
    tags = ["v0.30.0-rc10", "v0.30.0", "v0.30.0-rc9", "v0.4.0", "v0.30.1-rc0", "v0.30.0-beta.1"]
    assert [version.tag for version in in_order(OLLAMA, tags)] == [
        "v0.4.0", "v0.30.0-beta.1", "v0.30.0-rc9", "v0.30.0-rc10", "v0.30.0", "v0.30.1-rc0",
    ]  # fmt: skip


@pytest.mark.parametrize("tag", ["v0.4.0-ci3", "v0.9.4-citest0", "v0.6.0-int1", "nightly", "", "v0.1.0+local", "vv1"])
def test_some_tags_are_never_releases(tag):
    assert parse_tag(OLLAMA, tag) is None


def test_stability_is_by_name():
    assert parse_tag(VLLM, "v0.12.0rc1").stable is False
    assert parse_tag(VLLM, "v0.8.5.post1").stable is True
    assert parse_tag(OLLAMA, "v0.30.0-rc1").stable is False
    assert parse_tag(OLLAMA, "v0.30.0").stable is True


def test_build_numbers_of_other_engines():
    llama = Engine("llama-cpp", "llama.cpp", "ggml-org/llama.cpp")
    assert [version.tag for version in in_order(llama, ["b10000", "b999", "b4567", "master"])] == [
        "b999", "b4567", "b10000",
    ]  # fmt: skip
