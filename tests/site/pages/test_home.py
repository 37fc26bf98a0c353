from __future__ import annotations

from whichpr_site.pages.home import search_words
from whichpr_site.pages.site import check_base_url, slugged
from whichpr_site.render.words import Words


def test_the_search_knows_the_words_that_only_ask():
    told = search_words(Words("en"), "", "en")
    assert {"which", "pr", "added"} <= set(told["en"])
    assert told["zh"][0] == max(told["zh"], key=len)
    assert told["root"] == "./"
    assert told["say"]["search_some"] == "{count} results"
    assert told["say"]["not_after"] == "in {tag} or before"


def test_names_as_parts_of_addresses():
    assert slugged("Kimi K3") == "kimi-k3"
    assert slugged("Qwen3.5") == "qwen3.5"
    assert slugged("../..") == "model"


def test_a_base_url_loses_its_last_slash():
    assert check_base_url("https://example.org/kb/") == "https://example.org/kb"
    assert check_base_url("") == ""
