"""perceval, installed into an environment of its own: it is only compared with, never imported."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

LOCK = Path(__file__).resolve().parent / "perceval.lock"


def command(folder: Path) -> list[str]:
    """The start of a command line that reads a git repository with perceval."""
    place = folder / "perceval"
    if not place.exists():
        subprocess.run([sys.executable, "-m", "venv", str(place)], check=True)
        pip = [str(place / "bin" / "python"), "-m", "pip", "install", "--quiet", "--require-hashes", "-r", str(LOCK)]
        subprocess.run(pip, check=True)
    return [str(place / "bin" / "perceval"), "git"]
