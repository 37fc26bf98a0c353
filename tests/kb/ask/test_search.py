"""Questions: understood, answered or not, and never a traceback."""

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from whichpr_kb.ask.question import understand
from whichpr_kb.ask.search import answer, canonical_facets
from whichpr_kb.errors import UsageError
from whichpr_kb.index.base import Facets
from whichpr_kb.index.lexicon import Lexicon, write_lexicon
from whichpr_kb.index.refresh import refresh
from whichpr_kb.index.whoosh_index import WhooshIndex
from whichpr_kb.names import squeeze


@pytest.fixture
def lexicon(tmp_path):
    write_lexicon(tmp_path, ["the scheduler"] * 3)
    return Lexicon.read(tmp_path)


@pytest.fixture
def index(filled, settings):
    refresh(filled, settings.index_dir)
    return WhooshIndex(settings.index_dir), Lexicon.read(settings.index_dir)


def test_the_questions_own_words_are_dropped(lexicon):
    found = understand("which PR added Kimi K3 DeepGEMM", lexicon, Facets())
    assert {"kimi", "k3", "deepgemm"} <= set(found.terms)
    assert not {"which", "pr", "ad", "added"} & set(found.terms)
    assert "kimi k3" in found.names


def test_chinese_questions(lexicon):
    found = understand("哪个 PR 新增了 Kimi K3 的 DeepGEMM 支持？", lexicon, Facets())
    assert {"kimi", "k3", "deepgemm", "支持"} <= set(found.terms)
    assert not any("哪" in term or "个" in term for term in found.terms)


def test_a_question_of_nothing_but_question_words_still_asks(lexicon):
    assert set(understand("what is this", lexicon, Facets()).terms)


def test_identifiers_are_recognised(lexicon):
    found = understand("what broke `--max-num-partial-prefills` in v0.27.0", lexicon, Facets())
    assert "max_num_partial_prefills" in found.identifiers


def test_names_are_squeezed_for_look_up():
    assert squeeze("DeepSeek-V4 ") == squeeze("deepseek v4") == squeeze("deepseek_v4") == "deepseekv4"


@pytest.mark.parametrize("text", ["quantum teleportation of llamas", "Zorblax-9000 support", "天气预报"])
def test_what_nobody_did_is_not_answered(index, text):
    assert answer(*index, text, Facets(), 5).answered is False


def test_a_misspelt_word_is_corrected(lexicon):
    assert lexicon.similar("schedular") == "scheduler"
    assert lexicon.similar("scheduler") is None
    assert lexicon.similar("quantum") is None


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "\x00", "title:(", "*", "^", '"', "a AND OR NOT", "[1 TO", "x~9", "?" * 5_000, "啊" * 100_000,
        "word " * 50_000, "\u202e\u200f", "K" * 100_000, "\ud800",
    ],
)  # fmt: skip
def test_no_text_breaks_it(index, text):
    found = answer(*index, text, Facets(), 5)
    assert len(found.hits) <= 5
    assert len(found.question.terms) <= 48


@given(st.text(max_size=80))
@hypothesis_settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_text_gives_results_or_none(index, text):
    assert isinstance(answer(*index, text, Facets(), 3).to_json()["answered"], bool)


def test_facets_take_any_alias_and_name_the_nearest(lexicon):
    assert canonical_facets(Facets(model="kimi-k3"), lexicon).model == "Kimi K3"
    with pytest.raises(UsageError, match="no model is known as 'Kimi K33'") as caught:
        canonical_facets(Facets(model="Kimi K33"), lexicon)
    assert "Kimi K3" in caught.value.hint


@pytest.mark.parametrize("text", ["12", "#12", "vllm#12", "PR 12", "pr #12"])
def test_a_number_is_a_direct_hit(index, text):
    found = answer(*index, text, Facets(), 5)
    assert (found.answered, [hit.shown["pr"] for hit in found.hits]) == (True, [12])


def test_a_number_that_nobody_has(index):
    assert answer(*index, "#99999", Facets(), 5).answered is False


def test_a_family_finds_its_members_and_breaking_changes_are_found_by_that_kind(index):
    assert {hit.shown["pr"] for hit in answer(*index, "", Facets(model="Kimi"), 5).hits} == {11, 12}
    assert [hit.shown["pr"] for hit in answer(*index, "", Facets(kind="breaking"), 5).hits] == [14]


def test_chinese_names_are_known_inside_a_sentence(lexicon):
    found = understand("哪个PR给DSV4加了序列并行支持", lexicon, Facets())
    assert {"deepseek-v4", "sequence parallel"} <= set(found.names)
    assert {"sequenc", "parallel"} <= set(found.terms)
    assert not any("序" in term for term in found.terms)
