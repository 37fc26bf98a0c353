"""Figures as typed records; what only looks like a figure is none."""

import json

import pytest

from whichpr_kb.annotate.figures import find_figures
from whichpr_kb.annotate.text import ChangeText


def figures(title, *notes):
    found = find_figures(ChangeText("vllm", title, "", (), notes))
    return [{key: value for key, value in json.loads(fact.detail).items() if value is not None} for fact in found]


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Skip empty launches, ~2x kernel perf", {"metric": "kernel_time", "value": 2.0, "unit": "x"}),
        ("1.2–3.1x kernel improvement",
         {"metric": "kernel_time", "value": 1.2, "value_high": 3.1, "unit": "x", "direction": "down"}),
        ("Reuse buffers, 3.4% E2E TTFT improvement",
         {"metric": "ttft", "value": 3.4, "unit": "%", "direction": "down"}),
        ("448 MiB GPU memory saved", {"metric": "memory", "value": 448.0, "unit": "MiB", "direction": "down"}),
        ("+5% throughput", {"metric": "throughput", "value": 5.0, "unit": "%", "direction": "up"}),
        ("60 -> 28 tok/s regression mended",
         {"metric": "throughput", "value": 28.0, "before": 60.0, "unit": "tok/s", "direction": "down"}),
        ("2%~4% TPOT improvement",
         {"metric": "tpot", "value": 2.0, "value_high": 4.0, "unit": "%", "direction": "down"}),
        ("Reducing copies, 2.7% E2E throughput improvement",
         {"metric": "throughput", "value": 2.7, "unit": "%", "direction": "up"}),
        ("1.35x gain -> 1.95x gain",
         {"metric": "speedup", "value": 1.95, "before": 1.35, "unit": "x", "direction": "up"}),
        ("Fix a 6-8% decode regression",
         {"metric": "speedup", "value": 6.0, "value_high": 8.0, "unit": "%", "direction": "down"}),
        ("Latency from 12 ms -> 9 ms",
         {"metric": "latency", "value": 9.0, "before": 12.0, "unit": "ms", "direction": "down"}),
        ("吞吐提升 1.3 倍", {"metric": "throughput", "value": 1.3, "unit": "x", "direction": "up"}),
        ("显存占用降低约 50%", {"metric": "memory", "value": 50.0, "unit": "%", "direction": "down"}),
        ("Cut TPOT by 1.8%", {"metric": "tpot", "value": 1.8, "unit": "%", "direction": "down"}),
    ],
)  # fmt: skip
def test_what_is_a_figure(title, expected):
    assert figures(title) == [expected]


@pytest.mark.parametrize(
    "title",
    [
        "Bump to v0.27.0", "Follow-up of #48957 for performance", "Faster 7B models", "Use int8 and fp8 kernels",
        "Improve the 3x3 convolution", "Tolerance of 5% in a kernel test", "Support 128x128 tiles",
        "Since 2026-08-10",
        "Tune for A100 80GB for speed", "Faster on 8x NVIDIA H20", "Avoid padding to 4x for performance",
        "Skip GPUs with less than 2GB of memory", "Reduce binary size by 30%", "MI-300X faster configs",
    ],
)  # fmt: skip
def test_what_is_none(title):
    assert figures(title) == []


def test_two_figures_of_one_title_keep_their_metrics():
    found = figures("Overlap, 2.2% throughput improvement and 3.6% TTFT improvement")
    assert [(figure["metric"], figure["value"]) for figure in found] == [("throughput", 2.2), ("ttft", 3.6)]


def test_notes_add_what_the_title_does_not_say():
    found = figures("Skip launches, ~2x kernel", "2x kernel", "saves 448 MiB memory")
    assert [figure["value"] for figure in found] == [2.0, 448.0]


def test_the_words_stand_in_the_text():
    title = "One; reduce latency by 12 ms; three"
    (fact,) = find_figures(ChangeText("vllm", title, "", (), ()))
    assert (fact.span, fact.value) == ("reduce latency by 12 ms", "12 ms")
