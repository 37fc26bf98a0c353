from __future__ import annotations

import pytest

from whichpr_kb.errors import NotFound
from whichpr_site.compose.release import compose_release


def texts(article, section):
    return [item.text for item in article.section(section).items()]


def numbers(article, section):
    return [[pull.number for pull in item.pulls] for item in article.section(section).items()]


def test_the_sections_hold_what_is_known_and_nothing_twice(article):
    assert [section.id for section in article.sections] == ["core", "performance", "breaking", "other"]
    assert texts(article, "core") == ["the model", "a design"]
    assert numbers(article, "core") == [[10], []]
    assert numbers(article, "performance") == [[11]]
    assert texts(article, "breaking") == ["Removed `--old-flag`"]
    assert texts(article, "other") == ["less memory", "Support another_thing"]


def test_lead_topics_and_counts(article):
    assert article.leads == ("Kimi K3 support",)
    assert (article.counted.commits, article.counted.contributors, article.counted.new_contributors) == (9, 3, 2)
    assert (article.stated.commits, article.stated.contributors) == (8, 3)
    assert article.pulls == 8
    assert [about.name for about in article.section("core").groups[0].about] == ["Kimi K3"]


def test_a_figure_comes_from_its_fact(article):
    (item,) = article.section("performance").items()
    (figure,) = item.figures
    assert (figure.metric, figure.value, figure.unit, figure.direction) == ("memory", 448.0, "MiB", "down")


def test_every_pull_request_is_accounted_for(article):
    assert article.accounted.placed == (10, 11, 13, 14)
    left = {left.pull.number: left.reason for left in article.accounted.left_out}
    assert left == {12: "left_bugfix", 15: "left_cancelled", 16: "left_cancelled", 17: "left_ci"}
    assert article.accounted.unknown == (99,)
    assert article.accounted.total == 8


def test_a_number_that_the_store_does_not_know_is_not_shown(article):
    shown = [pull.title for pull in article.references]
    assert not any("4321" in title for title in shown)
    reverts = [left.pull.title for left in article.accounted.left_out if left.pull.number == 16]
    assert reverts == ['Revert "Add a mistake" (#15)']


def test_only_https_addresses_of_records_become_links(article):
    assert next(pull.url for pull in article.references if pull.number == 13) == (
        "https://github.com/vllm-project/vllm/pull/13"
    )


def test_other_engines_in_the_window_and_the_way_to_upgrade(article):
    assert [(other.tag, other.says) for other in article.neighbours] == [("v0.5.0", ("Faster on Apple GPUs",))]
    commands = [step.command for step in article.steps if step.command]
    assert commands[1] == "pip install vllm==1.1.0"
    assert commands[-1] == "pip install vllm==1.0.0"
    assert article.steps[-1].values == (("tags", "v1.2.0"),)


def test_a_release_without_notes_is_composed_from_its_pull_requests(connection):
    article = compose_release(connection, "vllm", "1.2.0")
    assert not article.has_notes
    assert [group.label.text for group in article.section("core").groups] == ["Kimi K3"]
    assert numbers(article, "core") == [[20], [21], [22]]
    assert numbers(article, "other") == [[23]]
    assert article.section("breaking") is None


def test_an_unknown_release_names_the_nearest(connection):
    with pytest.raises(NotFound) as caught:
        compose_release(connection, "vllm", "v1.1.9")
    assert "v1.1.0" in caught.value.hint
