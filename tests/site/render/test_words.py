from __future__ import annotations

import string

import pytest

from whichpr_site.article import Figure
from whichpr_site.render.words import LANGUAGES, Words, _wording, amount


def fields(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("key", sorted(_wording()))
def test_both_languages_say_the_same_values(key):
    entry = _wording()[key]
    assert set(entry) == set(LANGUAGES)
    english = entry["en"]["other"] if isinstance(entry["en"], dict) else entry["en"]
    assert fields(english) == fields(entry["zh"])


def test_a_count_of_one_has_its_own_form():
    assert Words("en")("count_commits", count=1) == "1 commit"
    assert Words("en")("count_commits", count=2) == "2 commits"
    assert Words("zh")("count_commits", count=1) == "1 个提交"


def test_topics_and_headings_of_notes_in_chinese():
    words = Words("zh")
    assert words.heading("Deprecations & Removals") == "弃用与移除"
    assert words.heading("Kimi K3 support") == "Kimi K3 支持"
    assert words.heading("Something else") == "Something else"
    assert words.joined(["新增模型", "PyTorch 升级"]) == "新增模型与 PyTorch 升级"


@pytest.mark.parametrize(
    ("figure", "shown"),
    [
        (Figure("ttft", 3.4, "%"), "3.4%"),
        (Figure("kernel_time", 1.2, "x", high=3.1, direction="down"), "1.2–3.1x"),
        (Figure("memory", 448.0, "MiB", direction="down"), "448 MiB"),
        (Figure("latency", 12.5, "ms", before=20.0, direction="down"), "20 → 12.5 ms"),
        (Figure("throughput", 1234.0, "tok/s"), "1,234 tok/s"),
    ],
)
def test_amounts(figure, shown):
    assert amount(figure) == shown
