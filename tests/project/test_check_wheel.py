"""tools/check_wheel.py on a small project that is whole, and on the ways in which it loses or gains files."""

import pytest

PYPROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "whichpr"
version = "0.1.0"
license-files = ["LICENSE"]

[project.scripts]
whichpr = "whichpr.cli:main"

[tool.hatch.build.targets.wheel]
packages = ["kb/whichpr_kb", "crawler/whichpr_crawler", "site/whichpr_site", "app/whichpr"]
"""
FILES = (
    "LICENSE",
    "README.md",
    "docs/architecture.md",
    "tests/test_it.py",
    "tools/check.py",
    "kb/whichpr_kb/__init__.py",
    "kb/whichpr_kb/py.typed",
    "kb/whichpr_kb/engines.yml",
    "kb/whichpr_kb/catalogue/models.yml",
    "kb/whichpr_kb/store/migrations/env.py",
    "kb/whichpr_kb/store/migrations/versions/v0001_first.py",
    "crawler/whichpr_crawler/__init__.py",
    "crawler/whichpr_crawler/py.typed",
    "crawler/whichpr_crawler/sources/sample/vllm.yml",
    "site/whichpr_site/__init__.py",
    "site/whichpr_site/py.typed",
    "site/whichpr_site/templates/page.html",
    "site/whichpr_site/static/page.css",
    "app/whichpr/__init__.py",
    "app/whichpr/py.typed",
)


@pytest.fixture
def check(tool):
    return tool("check_wheel")


@pytest.fixture
def project(plant):
    def write(pyproject=PYPROJECT, **more):
        return plant({**dict.fromkeys(FILES, "\n"), "pyproject.toml": pyproject, **more})

    return write


def test_a_whole_wheel_passes(check, project, capsys):
    tree = project()
    (tree / "kb/whichpr_kb/__pycache__").mkdir()
    (tree / "kb/whichpr_kb/__pycache__/a.cpython-311.pyc").write_bytes(b"")
    assert check.main(tree) == 0, capsys.readouterr().err


def test_a_package_that_gitignore_drops_is_named(check, project, capsys):
    assert check.main(project(**{".gitignore": "site/\n"})) == 1
    said = capsys.readouterr().err
    assert "wheel: whichpr_site/templates/page.html is missing" in said
    assert "wheel: no file is whichpr_site/py.typed" in said


def test_a_package_that_pyproject_lacks_is_named(check, project, capsys):
    assert check.main(project(PYPROJECT.replace('"crawler/whichpr_crawler", ', ""))) == 1
    assert "whichpr_crawler/sources/sample/vllm.yml is missing" in capsys.readouterr().err


def test_tests_in_the_wheel_are_named(check, project, capsys):
    assert check.main(project(PYPROJECT.replace('"app/whichpr"', '"app/whichpr", "tests", "tools"'))) == 1
    assert capsys.readouterr().err.splitlines() == [
        "wheel: tests/test_it.py does not belong into it",
        "wheel: tools/check.py does not belong into it",
    ]


def test_data_that_is_gone_from_the_tree_is_named(check, project, capsys):
    tree = project()
    (tree / "kb/whichpr_kb/engines.yml").unlink()
    assert check.main(tree) == 1
    assert capsys.readouterr().err == "wheel: no file is whichpr_kb/engines.yml\n"


def test_a_project_that_cannot_be_built_says_why(check, project, capsys):
    assert check.main(project(PYPROJECT.replace('"whichpr"\n', '"which pr"\n'))) == 1
    assert "wheel: it cannot be built" in capsys.readouterr().err
