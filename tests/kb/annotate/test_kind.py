"""The kind of a change, by what its author wrote and what it touches."""

import pytest

from whichpr_kb.annotate.text import ChangeText, text_facts
from whichpr_kb.catalogue import load_catalogue


def kind(title, *paths, body="", status="M"):
    change = ChangeText("vllm", title, body, tuple((status, path) for path in paths), ())
    return text_facts(change, load_catalogue())[0].value


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("[Bugfix] A shape of the cache", "bugfix"),
        ("Fix a crash at start", "bugfix"),
        ("fix(moe): a shape", "bugfix"),
        ("Do not retry twice", "bugfix"),
        ("Use the correct index", "bugfix"),
        ("[Perf] Skip one copy", "performance"),
        ("Speed up tokenising", "performance"),
        ("Remove a redundant sync", "performance"),
        ("Add tuned MoE configs", "performance"),
        ("Retune the router", "performance"),
        ("Use a fused kernel", "performance"),
        ("Add support for a new model", "feature"),
        ("Pass flags through to allow other hosts", "feature"),
        ("Auto-select the port", "feature"),
        ("[Docs] Say what it does", "docs"),
        ("docs: how to start", "docs"),
        ("Add docstrings to the scheduler", "docs"),
        ("[CI] Run it nightly", "ci"),
        ("[Test] More cases", "test"),
        ("[Refactor] Move parsers", "refactor"),
        ("Rename servers to engines", "refactor"),
        ("Move the optimized path to its own file", "refactor"),
        ("Add type hints to the cache", "refactor"),
        ('Revert "Add a thing"', "revert"),
        ("[CI] Revert a thing", "revert"),
        ("Bump torch to version 2.13", "build"),
        ("update llama.cpp", "build"),
        ("`0.0.9`", "build"),
        ("[Docker] Smaller image", "build"),
        ("[Deprecation] Remove the `old_flag` argument", "breaking"),
        ("Remove the --old-flag option", "breaking"),
        ("Remove TeleChatForCausalLM", "breaking"),
        ("Enable prefix caching by default", "feature"),
        ("mlx: fix the sampler", "bugfix"),
    ],
)
def test_by_title(title, expected):
    assert kind(title) == expected


@pytest.mark.parametrize(
    ("title", "paths", "expected"),
    [
        ("A better wording", ("docs/a.md", "README.md"), "docs"),
        ("Cover one more case", ("tests/test_a.py",), "test"),
        ("Longer time-out", (".buildkite/pipeline.yml",), "ci"),
        ("[Bugfix] Wrong link", ("docs/a.md",), "docs"),
        ("[CI] Longer time-out", ("tests/test_a.py",), "ci"),
        ("[CI/Build] Test one more model", (".buildkite/a.yml", "tests/test_a.py"), "test"),
        ("[CI/Build] Compile in parallel", ("setup.py",), "build"),
        ("fix(docker): a race of caches", ("docker/Dockerfile",), "build"),
        ("[CI] Fix a missing attribute", ("vllm/a.py",), "bugfix"),
        ("Fix flaky tests", ("tests/test_a.py", "tests/conftest.py"), "test"),
        ("examples: one more", ("examples/a.py",), "docs"),
        ("Flatten `examples`", ("examples/a.py",), "refactor"),
        ("[Bugfix] A shape", ("vllm/a.py", "tests/test_a.py"), "bugfix"),
    ],
)
def test_by_what_it_touches(title, paths, expected):
    assert kind(title, *paths) == expected


def test_the_body_where_the_title_says_nothing():
    assert kind("patch level in hex", "gpu/a.go", body="The old way was incorrect.") == "bugfix"
    assert kind("[Kernel] A way to load it", "vllm/a.py", body="Co-authored-by: Fix Bug <fix@example.org>") == "feature"


def test_new_files_make_a_feature_of_a_vague_title():
    assert kind("[Misc] fbgemm things", "vllm/a.py", status="A") == "feature"
    assert kind("[Misc] fbgemm things", "vllm/a.py") == "refactor"
