"""The recipe of CONTRIBUTING.md is executed, so that it cannot go stale."""

import re
import sys
from types import ModuleType

import pytest

SOURCE = "whichpr_crawler.sources.pull_list"


@pytest.fixture
def text(root):
    return (root / "CONTRIBUTING.md").read_text("utf-8")


@pytest.fixture
def recipe(text, monkeypatch):
    """The tests of the recipe by name, with its source importable under the name that it is given there."""
    source, tests = re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    module = ModuleType(SOURCE)
    monkeypatch.setitem(sys.modules, SOURCE, module)
    exec(compile(source, "CONTRIBUTING.md", "exec"), module.__dict__)
    names = {}
    exec(compile(tests, "CONTRIBUTING.md", "exec"), names)
    return {name: value for name, value in names.items() if name.startswith("test_")}


@pytest.mark.parametrize("name", ["test_a_list_becomes_one_batch", "test_what_is_no_list_is_named"])
def test_the_source_of_the_recipe_passes_its_tests(recipe, name, tmp_path):
    assert len(recipe) == 2
    recipe[name](tmp_path)


def test_the_entry_point_of_the_recipe_is_declared_as_in_pyproject(text, root):
    header, line = re.search(r"^```toml\n(\[.*\])\n(.*)\n```", text, re.MULTILINE).groups()
    assert header in (root / "pyproject.toml").read_text("utf-8").splitlines()
    assert line == f'pull_list = "{SOURCE}:PullList"'


def test_every_part_of_make_check_is_explained(text, root):
    makefile = (root / "Makefile").read_text("utf-8")
    targets = re.search(r"^check: ([a-z -]*) ##", makefile, re.MULTILINE).group(1).split()
    assert targets
    assert [target for target in targets if f"| `make {target}` |" not in text] == []


def test_every_file_that_it_names_is_there(text, root):
    """Except those that the recipes tell one to make."""
    made = ("pull_list", "v0002_WHAT", "pulls.json")
    names = re.findall(r"`((?:kb|crawler|site|app|tests|docs|tools)/[\w./]+)`", text)
    assert names
    assert [name for name in names if not any(word in name for word in made) and not (root / name).exists()] == []
