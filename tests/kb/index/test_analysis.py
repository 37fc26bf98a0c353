"""Terms: the same for documents and questions, in both scripts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from whichpr_kb.index.analysis import identifiers, terms


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("新增KimiK3的DeepGEMM支持", ["新增", "kimik3", "kimi", "的", "deepgemm", "deep", "gemm", "支持"]),
        ("推测解码", ["推测", "测解", "解码"]),
        ("DeepSeek-V4", ["deepseek", "deep", "seek", "v4", "deepseekv4"]),
        ("supports the sharded expert", ["support", "shard", "expert"]),
        ("ＦＰ８ ＫＶ", ["fp8", "kv"]),
        ("v0.27.0", ["v0.27.0"]),
        ("Qwen3.5", ["qwen3.5", "qwen", "3.5"]),
        ("sm_107", ["sm", "107", "sm107"]),
        ("", []),
        ("?!。，", []),
    ],
)
def test_terms(text, expected):
    assert terms(text) == expected


def test_either_spelling_finds_the_other():
    assert set(terms("DeepGEMM")) & set(terms("deep gemm"))
    assert set(terms("DeepSeek V4")) & set(terms("deepseek-v4")) >= {"deepseek", "v4"}


def test_identifiers():
    text = "use --linear-backend or VLLM_TRITON_USE_TD, since v0.27.0; max_num_partial_prefills (x_y)"
    assert identifiers(text) == [
        "linear_backend", "vllm_triton_use_td", "v0.27.0", "max_num_partial_prefills", "x_y",
    ]  # fmt: skip


@given(st.text(max_size=300))
def test_any_text_gives_bounded_terms(text):
    found = terms(text)
    assert all(0 < len(term) <= 64 for term in found)


def test_a_huge_word_is_left_out():
    assert terms("x" * 100_000) == []


def test_long_runs_are_looked_at_once():
    for run in ("x", "1", "-a", "x_", "1.", "啊", "K"):
        assert len(identifiers(run * 200_000)) <= 1
