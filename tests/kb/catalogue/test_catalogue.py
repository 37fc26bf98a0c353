"""The catalogue's files: one name once, every alias one meaning, patterns that compile, a source for each."""

import re
from urllib.parse import urlsplit

import pytest

from whichpr_kb.catalogue import KINDS, load_catalogue, make_catalogue
from whichpr_kb.names import squeeze


@pytest.mark.parametrize("kind", KINDS)
def test_names_and_aliases_mean_one_thing(kind):
    owner = {}
    for entry in load_catalogue().entries(kind):
        for name in {squeeze(name) for name in entry.names}:
            assert owner.setdefault(name, entry.name) == entry.name, name
    assert len(load_catalogue().entries(kind)) == len({entry.name for entry in load_catalogue().entries(kind)})


@pytest.mark.parametrize("kind", KINDS)
def test_every_entry_is_whole(kind):
    names = {entry.name for entry in load_catalogue().entries(kind)}
    for entry in load_catalogue().entries(kind):
        assert set(entry.parents) <= names, entry.name
        assert urlsplit(entry.source).scheme == "https", entry.name
        assert set(entry.about) <= {"en", "zh"}
        assert (not entry.word) or entry.exact or entry.tags or entry.patterns or entry.aliases, entry.name
        for pattern in (*entry.never, *entry.patterns):
            re.compile(pattern)


def test_its_size():
    sizes = {kind: len(load_catalogue().entries(kind)) for kind in KINDS}
    assert sizes["model"] > 400
    assert sizes["feature"] > 300
    assert sizes["hardware"] >= 20


@pytest.mark.parametrize(
    ("kind", "alias", "name"),
    [
        ("model", "kimi-k3", "Kimi K3"),
        ("model", "DSV4", "DeepSeek-V4"),
        ("model", "gptoss", "gpt-oss"),
        ("hardware", "b200", "NVIDIA Blackwell"),
        ("feature", "推测解码", "Speculative decoding"),
        ("feature", "fa4", "FlashAttention 4"),
    ],
)
def test_look_up_by_any_alias(kind, alias, name):
    assert load_catalogue().find(kind, alias).name == name


def test_what_is_not_there():
    assert load_catalogue().find("model", "no such thing") is None


def test_the_digest_follows_the_files():
    assert make_catalogue("a", {"model": []}).digest != load_catalogue().digest
