from __future__ import annotations

import pytest

from whichpr_site.material import https, plain, read_material


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "http://example.org/",
        "https://a b",
        'https://a/"',
        "https://a/)",
        "//a",
        "https:///x",
        "",
    ],
)
def test_what_is_no_plain_https_address_is_no_link(url):
    assert https(url) is None


def test_an_https_address_is_kept():
    assert https("https://github.com/a/b/pull/1") == "https://github.com/a/b/pull/1"


def test_texts_lose_what_cannot_be_seen():
    assert plain("a\u202eb\x00c\n d") == "a b c d"


def test_material_is_read_by_engine_in_the_order_of_the_file(connection):
    materials = read_material(connection)
    assert list(materials) == ["vllm", "ollama"]
    vllm = materials["vllm"]
    assert list(vllm.releases) == ["v1.0.0", "v1.1.0", "v1.2.0"]
    assert vllm.pull(99) is None
    assert vllm.pull(10)["title"].startswith("Add <script>")
    assert vllm.notes["v1.1.0"][1].pulls == (99,)
