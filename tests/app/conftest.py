"""Running the command in-process, and knowledge bases to run it on."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from whichpr.cli import app


@dataclass
class Ran:
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


class Whichpr:
    """Calls ``whichpr --home HOME …``."""

    def __init__(self, home: Path) -> None:
        self.home = home

    def __call__(self, *arguments: object, stdin: str | bytes = "", code: int | None = 0) -> Ran:
        result = CliRunner().invoke(app, ["--home", str(self.home), *map(str, arguments)], input=stdin)
        ran = Ran(result.exit_code, result.stdout, result.stderr)
        if code is not None:
            assert ran.code == code, f"exit {ran.code}\n{ran.out}\n{ran.err}\n{result.exception!r}"
        return ran


@pytest.fixture
def whichpr(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Whichpr:
    monkeypatch.chdir(tmp_path)
    return Whichpr(tmp_path / "home")


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Whichpr:
    """The bundled sample's knowledge base and its site beside it, made once a module; only read it."""
    folder = tmp_path_factory.mktemp("sample")
    ready = Whichpr(folder / "home")
    ready("--quiet", "demo", "--out", folder / "public")
    return ready


@pytest.fixture(scope="module")
def knowledge(corpus: Path, replica: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory) -> Whichpr:
    """Both engines' real histories and notes, crawled once a module; only read it."""
    ready = Whichpr(tmp_path_factory.mktemp("knowledge") / "home")
    for engine in ("vllm", "ollama"):
        notes = corpus / "corpus" / "release_notes" / engine
        ready("--quiet", "crawl", engine, "--git", replica(engine), "--notes", notes)
    return ready
