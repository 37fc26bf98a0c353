"""Engines by slug, name, repository, or any owner/name."""

import pytest

from whichpr_kb.engines import find_engine, known_engines
from whichpr_kb.errors import UnknownEngine


def test_the_known_engines():
    assert list(known_engines()) == ["vllm", "ollama"]
    assert find_engine("vLLM") is known_engines()["vllm"]
    assert find_engine("vllm-project/vllm") is known_engines()["vllm"]


def test_any_repository_is_an_engine():
    engine = find_engine("ggml-org/llama.cpp")
    assert (engine.slug, engine.repository) == ("llama-cpp", "ggml-org/llama.cpp")
    assert engine.pull_url(12) == "https://github.com/ggml-org/llama.cpp/pull/12"


@pytest.mark.parametrize("name", ["vlm", "", "../x/y", "-x/y", "a/b/c", "a/..", "a b/c"])
def test_other_names_are_refused_and_the_known_ones_named(name):
    with pytest.raises(UnknownEngine) as caught:
        find_engine(name)
    assert "vllm, ollama" in caught.value.hint
