"""The layers of the packages: they hold, and import-linter notices when one does not."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

FOLDERS = ("kb", "crawler", "site", "app")


@pytest.fixture
def tree(root, tmp_path):
    """A copy of the code that import-linter can be let loose on."""
    for folder in FOLDERS:
        shutil.copytree(root / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__", "*.yml"))
    shutil.copy(root / "pyproject.toml", tmp_path)
    return tmp_path


def lint(folder):
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    path = os.pathsep.join(str(folder / name) for name in FOLDERS)
    return subprocess.run(command, cwd=folder, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True)


def test_the_layers_hold(tree):
    done = lint(tree)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("kb/whichpr_kb/planted.py", "import whichpr_crawler"),
        ("kb/whichpr_kb/planted.py", "import whichpr"),
        ("crawler/whichpr_crawler/planted.py", "import whichpr_site"),
        ("site/whichpr_site/planted.py", "import whichpr_crawler"),
        ("site/whichpr_site/planted.py", "import scrapy"),
        ("app/whichpr/planted.py", "import jinja2"),
    ],
)
def test_a_planted_violation_is_noticed(tree, module, line):
    (tree / module).write_text(f"{line}\n")
    done = lint(tree)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "planted" in done.stdout
