"""Which names a change is about, and which only look like names."""

import pytest

from whichpr_kb.annotate.entities import find_entities
from whichpr_kb.annotate.text import ChangeText
from whichpr_kb.catalogue import load_catalogue


def found(title, kind, paths=(), notes=()):
    change = ChangeText("vllm", title, "", tuple(("M", path) for path in paths), tuple(notes))
    return [fact.value for fact in find_entities(change, load_catalogue()) if fact.name == kind]


@pytest.mark.parametrize(
    ("title", "models"),
    [
        ("Serve kimi_k3 with a new loader", ["Kimi K3"]),
        ("[Kimi-K2.5] tidy the processor", ["Kimi K2.5"]),
        ("Add Qwen3-VL and Qwen3.5 to the list", ["Qwen3-VL", "Qwen3.5"]),
        ("LoRA for MolmoForCausalLM", ["Molmo"]),
        ("DSv4: shrink the indexer", ["DeepSeek-V4"]),
        ("gemma3 on the new runner", ["Gemma 3"]),
        ("The next step is to opt in", []),
        ("Update the llama.cpp revision", []),
        ("Take one mamba layer at a time", []),
        ("Qwen9.9 is not known", []),
        ("qwen35 on the new runner", ["Qwen3.5"]),
        ("K3: shard the experts", ["Kimi K3"]),
        ("Phi and the golden ratio phi", ["Phi"]),
        ("OPTForCausalLM loads", ["OPT"]),
        ("Qwen3 and Qwen3-VL in one batch", ["Qwen3", "Qwen3-VL"]),
        ("支持 Kimi K3 模型", ["Kimi K3"]),
    ],
)
def test_models(title, models):
    assert found(title, "model") == models


@pytest.mark.parametrize(
    ("title", "hardware"),
    [
        ("[ROCm] tune the router", ["AMD ROCm"]),
        ("Enable sm_120 kernels", ["NVIDIA Blackwell"]),
        ("[CPU] INT8 experts for Arm CPUs", ["CPU"]),
        ("Offload KV blocks to CPU memory", []),
        ("mlx: faster sampling", ["Apple Silicon"]),
        ("[XPU] a test for graphs", ["Intel XPU"]),
        ("Speed up the scheduler", []),
        ("Simple CPU KV cache offloading", []),
        ("Compute lengths on CPU to save a sync", []),
        ("metal: a new shader", ["Apple Silicon"]),
        ("bare-metal deployment", []),
        ("[Hardware][Power] A backend", ["CPU"]),
        ("The power of two", []),
        ("Build amd64 images", []),
        ("gfx1234 is new", ["AMD ROCm"]),
        ("Tune for H20 and B200", ["NVIDIA Hopper", "NVIDIA Blackwell"]),
    ],
)
def test_hardware(title, hardware):
    assert found(title, "hardware") == hardware


def test_notes_add_and_files_fill_in():
    assert found("Fix a shape", "model", notes=["Kimi K3: a shape"]) == ["Kimi K3"]
    assert found("Fix a shape", "model", paths=["vllm/model_executor/models/kimi_k3.py"]) == ["Kimi K3"]
    assert found("Fix a shape", "hardware", paths=["csrc/rocm/attention.cu"]) == ["AMD ROCm"]
    assert found("Fix a shape", "hardware", paths=["csrc/rocm/attention.cu", "vllm/a.py", "vllm/b.py"]) == []


def test_a_family_in_the_title_beats_the_notes():
    assert found("Qwen3: a shape", "model", notes=["Kimi K3: a shape"]) == ["Qwen3"]


def test_files_of_models_by_their_names():
    assert found("Fix a shape", "model", paths=["vllm/model_executor/models/qwen3_moe.py", "tests/a.py"]) == ["Qwen3"]
    assert found("Fix a shape", "model", paths=["model/parsers/glm46.go"]) == ["GLM-4.6"]
    assert found("Fix a shape", "model", paths=["vllm/model_executor/models/registry.py"]) == []


@pytest.mark.parametrize(
    ("title", "features"),
    [
        ("FA4 with fp8 kv cache", ["FlashAttention 4", "FP8 KV cache"]),
        ("EAGLE-3 drafts for MTP", ["EAGLE-3", "MTP"]),
        ("[MM] shrink a cache", ["Multimodal"]),
        ("量化与推测解码", ["Quantization", "Speculative decoding"]),
        ("One scaled mm", []),
    ],
)
def test_features(title, features):
    assert found(title, "feature") == features


def test_the_words_stand_in_the_text():
    change = ChangeText("vllm", "FA4 for DeepSeek V4 on B200", "", (), ("KV: fp8 kv cache",))
    for fact in find_entities(change, load_catalogue()):
        assert fact.span in (change.title if fact.where == "title" else "\n".join(change.notes))
