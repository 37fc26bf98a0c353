"""Checks what the wheel holds: the four packages with all their files, the licence, and nothing else.

A line in .gitignore or pyproject.toml can drop a package or its data from the wheel without a word, and an editable
install does not show it.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("kb/whichpr_kb", "crawler/whichpr_crawler", "site/whichpr_site", "app/whichpr")
# Files that the program reads, so that their loss shows even when the folder itself is gone.
DATA = (
    "whichpr_kb/py.typed",
    "whichpr_kb/engines.yml",
    "whichpr_kb/catalogue/*.yml",
    "whichpr_kb/store/migrations/env.py",
    "whichpr_kb/store/migrations/versions/*.py",
    "whichpr_crawler/py.typed",
    "whichpr_crawler/sources/sample/*.yml",
    "whichpr_site/py.typed",
    "whichpr_site/templates/*",
    "whichpr_site/static/*",
    "whichpr/py.typed",
    "*.dist-info/entry_points.txt",
    "*.dist-info/licenses/LICENSE",
)


def main(root: Path = ROOT) -> int:
    """Builds the wheel, prints what is wrong with it and returns 1, or 0 when nothing is."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            held = names_in(build_wheel(root, Path(folder)))
        except subprocess.CalledProcessError as error:
            print(f"wheel: it cannot be built:\n{error.stdout}{error.stderr}", file=sys.stderr)
            return 1
    found = list(problems(held, expected(root)))
    for problem in found:
        print(f"wheel: {problem}", file=sys.stderr)
    if not found:
        print(f"wheel: {len(held)} files, all of the four packages and nothing else")
    return 1 if found else 0


def build_wheel(root: Path, folder: Path) -> Path:
    """The project's wheel, written into ``folder``; raises CalledProcessError with hatchling's words."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=root, check=True, capture_output=True, text=True)
    return next(folder.glob("*.whl"))


def names_in(wheel: Path) -> set[str]:
    """The files of a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if not name.endswith("/")}


def expected(root: Path) -> set[str]:
    """The files below the four packages, named as the wheel names them."""
    names = set()
    for package in PACKAGES:
        base = (root / package).parent
        for path in (root / package).rglob("*"):
            if path.is_file() and path.suffix != ".pyc":
                names.add(path.relative_to(base).as_posix())
    return names


def problems(held: set[str], wanted: set[str]) -> Iterator[str]:
    """One line for each file that is missing or does not belong into the wheel."""
    about = {name for name in held if name.split("/")[0].endswith(".dist-info")}
    for name in sorted(wanted - held):
        yield f"{name} is missing (does .gitignore or pyproject.toml leave it out?)"
    for name in sorted(held - about - wanted):
        yield f"{name} does not belong into it"
    for pattern in DATA:
        if not any(fnmatchcase(name, pattern) for name in held):
            yield f"no file is {pattern}"


if __name__ == "__main__":
    sys.exit(main())
