"""What breaks: the act, what it is done to, and the replacement; the word "breaking" proves nothing."""

import json

import pytest

from whichpr_kb.annotate.text import ChangeText, text_facts
from whichpr_kb.catalogue import load_catalogue


def breaking(title, *notes):
    facts = text_facts(ChangeText("vllm", title, "this is a breaking change", (), notes), load_catalogue())
    details = [json.loads(fact.detail) for fact in facts if fact.name == "breaking"]
    return [(detail["act"], detail["what"], detail["replacement"]) for detail in details]


@pytest.mark.parametrize(
    ("title", "act", "what", "replacement"),
    [
        ("Remove the `--old-flag` option in favor of `--new-flag`", "removed", "`--old-flag`", "`--new-flag`"),
        ("[Model] Remove Tarsier, OPT", "removed", "Tarsier, OPT", None),
        ("Remove OrionForCausalLM", "removed", "OrionForCausalLM", None),
        ("Drop Python 3.9 support ahead of a release", "removed", "Python 3.9 support", None),
        ("Remove deprecated arguments", "removed", "deprecated arguments", None),
        ("[Quantization][Deprecation] Remove RTN", "removed", "RTN", None),
        ("Deprecate `LLM.old_call`", "deprecated", "`LLM.old_call`", None),
        ("[ROCm] Old targets deprecation", "deprecated", "Old targets deprecation", None),
        ("Rename VLLM_OLD_NAME to VLLM_NEW_NAME", "renamed", "VLLM_OLD_NAME", "VLLM_NEW_NAME"),
        ("Rename --old to --new", "renamed", "--old", "--new"),
        ("Enable async scheduling by default", "default changed", "Enable async scheduling by default", None),
        ("Make FlashInfer the default backend", "default changed", "Make FlashInfer the default", None),
        ("Upgrade to PyTorch 2.13.0", "version raised", "Upgrade to PyTorch 2.13.0", None),
    ],
)
def test_what_breaks(title, act, what, replacement):
    assert breaking(title) == [(act, what, replacement)]


@pytest.mark.parametrize(
    "title",
    [
        "Remove unused imports of the model", "Remove a redundant copy in the kernel", "Fix the removed option `--x`",
        "[Docs] Remove the removed flag `--x`", "Remove `VLLM_X` from docs", "A wholly harmless thing",
        "Update deprecated type hinting",
        "Delay deprecation of a thing", "Set torch default dtype", "A breaking change",
        "Raise the memory overhead to 15%", "[V0 Deprecation] Remove an inner helper",
        "Rename `Processor` to `Inputs`",
        'Revert "Remove the --old-flag option"',
    ],
)  # fmt: skip
def test_what_does_not(title):
    assert breaking(title) == []


def test_notes_under_a_heading_that_announces_it():
    assert breaking("A title", "Breaking changes: rename `--old` to `--new`") == [("renamed", "`--old`", "`--new`")]
    assert breaking("A title", "Kernels: rename `--old` to `--new`") == []
