"""The tools of the project as modules, and small trees for them to judge."""

from __future__ import annotations

import importlib.util
import subprocess
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]

Plant = Callable[[dict[str, str]], Path]


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session")
def tool() -> Callable[[str], ModuleType]:
    """Loads ``tools/NAME.py``: it is a script and lies in no package."""

    def load(name: str) -> ModuleType:
        spec = importlib.util.spec_from_file_location(f"whichpr_tool_{name}", ROOT / "tools" / f"{name}.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    return load


@pytest.fixture
def plant(tmp_path: Path) -> Plant:
    """Writes files, by path, into a new git repository and returns its folder."""
    tree = tmp_path / "tree"
    tree.mkdir()
    subprocess.run(["git", "init", "--quiet", str(tree)], check=True)

    def write(files: dict[str, str]) -> Path:
        for name, text in files.items():
            path = tree / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        return tree

    return write
