"""Walking from tags: what lies between two releases, on lines and on branches with cherry-picks."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from whichpr_kb.annotate.graph import Graph, brought_by, first_parents, windows


def line(*shas):
    return {shas[0]: (), **{child: (parent,) for parent, child in pairwise(shas)}}


def found(graph, tags):
    return {window.tag: sorted(window.commits) for window in windows(graph, tags)}


def test_tags_on_one_line():
    graph = Graph(line("a", "b", "c", "d"))
    assert found(graph, [("1", "b"), ("2", "b"), ("3", "d")]) == {"1": ["a", "b"], "2": [], "3": ["c", "d"]}


def test_a_release_branch_keeps_its_picks_to_itself():
    graph = Graph({**line("a", "b", "c", "d"), "x": ("b",), "y": ("x",)})
    assert found(graph, [("1", "x"), ("1.1", "y"), ("2", "d")]) == {
        "1": ["a", "b", "x"], "1.1": ["y"], "2": ["c", "d"],
    }  # fmt: skip


def test_a_parent_that_is_not_at_hand_ends_the_walk():
    graph = Graph({"b": ("gone",), "c": ("b",)})
    assert found(graph, [("1", "c"), ("2", "nowhere")]) == {"1": ["b", "c"], "2": []}


def test_what_a_merge_brought_in():
    graph = Graph({**line("a", "b"), "s": ("a",), "t": ("s",), "m": ("b", "t"), "z": ("m",)})
    assert first_parents(graph, "z") == ["z", "m", "b", "a"]
    assert brought_by(graph, first_parents(graph, "z")) == {"s": "m", "t": "m"}


def test_carriers_on_main_speak_first():
    graph = Graph({**line("a", "b", "c"), "x": ("a",), "y": ("x",)})
    carried = graph.carried(["b", "x"])
    assert carried == {"b": "b", "c": "b", "x": "x", "y": "x"}


@st.composite
def histories(draw):
    """A random graph whose commits are numbered in order, and tags on some of them."""
    size = draw(st.integers(1, 25))
    parents = {"0": ()}
    for number in range(1, size):
        count = draw(st.integers(1, min(2, number)))
        chosen = draw(st.lists(st.integers(0, number - 1), min_size=count, max_size=count, unique=True))
        parents[str(number)] = tuple(map(str, chosen))
    tags = draw(st.lists(st.integers(0, size - 1), max_size=6))
    return Graph(parents), [(f"t{place}", str(sha)) for place, sha in enumerate(tags)]


@given(histories())
def test_a_window_is_what_the_tag_reaches_and_the_one_before_does_not(case):
    graph, tags = case
    held = set()
    for window, (tag, sha) in zip(windows(graph, tags), tags, strict=True):
        reach = set(graph.reach(sha)[0])
        assert window.tag == tag
        assert sorted(window.commits) == sorted(reach - held)
        held = reach
