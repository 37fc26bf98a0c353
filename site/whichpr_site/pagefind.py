"""The client-side search: Pagefind's own program run over the written pages."""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

from whichpr_kb.errors import OutputError

FOLDER = "pagefind"


def find_pagefind() -> Path | None:
    """The program of the pagefind-bin package, else one beside this Python or on the PATH; None when there is none."""
    try:
        return Path(importlib.import_module("pagefind_bin").get_executable())
    except (ImportError, FileNotFoundError):
        pass
    for name in ("pagefind_extended", "pagefind"):
        found = shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name)
        if found:
            return Path(found)
    return None


def index_pages(program: Path, folder: Path) -> int:
    """Writes ``folder/pagefind`` and returns how many pages it covers; raises OutputError with the program's words.

    One language for all, since the pages of pull requests are read by speakers of both and a search looks into the
    index of one language only.
    """
    command = [str(program), "--site", str(folder), "--output-subdir", FOLDER, "--force-language", "en"]
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PAGEFIND_")}
    try:
        done = subprocess.run(command, cwd=folder, env=clean, capture_output=True, text=True, check=False)
    except OSError as error:
        raise OutputError(f"pagefind cannot be started: {error.strerror}", _HINT) from error
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines()
        raise OutputError(f"pagefind failed: {said[-1] if said else 'no reason given'}", _HINT)
    return _counted(done.stdout + done.stderr)


_HINT = "The old site was left as it was. Reinstall pagefind-bin: pip install --force-reinstall pagefind-bin."


def _counted(said: str) -> int:
    for line in said.splitlines():
        words = line.split()
        if "Indexed" in words and "pages" in words:
            return int(words[words.index("pages") - 1].replace(",", ""))
    return 0
