from __future__ import annotations

import json
import re
from html import unescape

import pytest

from whichpr_site.render.document import to_html, to_json, to_markdown

LINK = re.compile(r"https://[^\s)\"<]+")


def test_both_languages_carry_the_same_links_numbers_and_figures(article):
    for render in (to_markdown, to_html):
        english, chinese = render(article, "en"), render(article, "zh")
        assert LINK.findall(english) == LINK.findall(chinese)
        assert re.findall(r"#\d+", unescape(english)) == re.findall(r"#\d+", unescape(chinese))
        assert english.count("448 MiB") == chinese.count("448 MiB")


def test_only_numbers_of_the_store_are_in_it(article):
    known = {1, 10, 11, 12, 13, 14, 15, 16, 17, 99}
    for text in (to_markdown(article, "zh"), json.dumps(to_json(article, "en"))):
        assert {int(number) for number in re.findall(r"#(\d+)", text)} <= known


@pytest.mark.parametrize("language", ["en", "zh"])
def test_hostile_titles_stay_text(article, language):
    page = to_html(article, language)
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert 'href="javascript:' not in page
    text = to_markdown(article, language)
    assert "<script" not in text
    assert "](javascript:" not in text


def test_chinese_markdown_reads_as_chinese(article):
    lines = to_markdown(article, "zh").splitlines()
    assert lines[0] == "# vLLM v1.1.0 版本解读：Kimi K3 支持"
    assert lines[2].startswith("vLLM v1.1.0 于 2026-07-15 发布，距上一版本 v1.0.0（2026-07-01）14 天。")
    assert "官方发布说明的口径：8 个提交，3 位作者，其中 2 位首次贡献。" in lines[2]
    assert "- the model（PR [#10](https://github.com/vllm-project/vllm/pull/10)）" in lines
    assert "## 一、核心更新" in lines
    assert not any("\n\n\n" in line for line in lines)


def test_json_follows_the_contract(article):
    document = to_json(article, "en")
    assert (document["kind"], document["engine"]) == ("release", "vllm")
    assert document["window"]["from"] == "2026-07-01T12:00:00Z"
    assert document["window"]["to"] == "2026-07-15T12:00:00Z"
    ids = [section["id"] for section in document["sections"]]
    assert ids == ["summary", "core", "performance", "breaking", "other", "engines", "upgrade"]
    core = document["sections"][1]["items"]
    assert core[0] == {"text": "the model", "prs": [10], "figures": [], "group": "Kimi K3 support"}
    (figure,) = document["sections"][2]["items"][0]["figures"]
    assert (figure["metric"], figure["value"], figure["unit"], figure["direction"]) == ("memory", 448.0, "MiB", "down")
    assert document["accounted"]["placed"] == [10, 11, 13, 14]
    assert [row["pr"] for row in document["accounted"]["left_out"]] == [12, 15, 16, 17]
    assert document["references"][1]["url"] == "https://github.com/vllm-project/vllm/pull/10"
