"""The output folder: a new site is written beside it and takes its place in one step, or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import whichpr_kb
import whichpr_site
from whichpr_kb.errors import OutputError

MARKER = ".whichpr-site"


@contextmanager
def replaced(out: Path, refuse: Sequence[Path] = ()) -> Iterator[Path]:
    """A fresh folder that becomes ``out`` when the block ends; when it fails, ``out`` stays as it was.

    ``refuse`` are folders that the site must neither lie in nor hold. Raises OutputError, with the next step, for
    those, for a folder with anything that was not written by this function, and where nothing can be written.
    """
    out = out.absolute() if not out.is_symlink() else out.resolve()
    check(out, refuse)
    fresh = out.parent / f".{out.name}.whichpr-new-{os.getpid()}"
    with translated(out):
        out.parent.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir()
    try:
        with translated(out):
            yield fresh
            mark(fresh)
            _swap(fresh, out)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def check(out: Path, refuse: Sequence[Path] = ()) -> None:
    """Raises OutputError when a site must not be written there."""
    sources = [Path(str(package.__file__)).parent for package in (whichpr_site, whichpr_kb)]
    for folder in (*sources, *refuse):
        if _overlap(out.resolve(), folder.resolve()):
            raise OutputError(f"{out} and {folder} lie within each other", "Name another folder with --out.")
    if out.resolve() in (Path.cwd(), *Path.cwd().parents):  # it is replaced whole, and with it the folder one is in
        raise OutputError(f"{out} is or holds the folder that you are in", "Name another folder with --out.")
    if out.is_symlink():
        raise OutputError(f"{out} is a link", f"Name the folder itself with --out: {out.resolve()}.")
    if not out.exists():
        return
    if not out.is_dir():
        raise OutputError(f"{out} is a file", "Name a folder with --out.")
    with translated(out):
        present = {path.name for path in out.iterdir()}
        marker = out / MARKER
        ours = set(marker.read_text("utf-8").split("\n")) if marker.is_file() else set()
    strange = sorted(present - ours - {MARKER})
    if present and (not ours or strange):
        what = f"{strange[0]!r}" if strange else "files"
        raise OutputError(
            f"{out} holds {what}, which whichpr did not write", "Nothing was changed. Name an empty folder with --out."
        )


def mark(folder: Path) -> None:
    """Writes the marker, with the names that are ours."""
    names = sorted(path.name for path in folder.iterdir())
    (folder / MARKER).write_text("\n".join(names) + "\n", "utf-8")


def _overlap(one: Path, other: Path) -> bool:
    return one == other or one in other.parents or other in one.parents


def _swap(fresh: Path, out: Path) -> None:
    if not out.exists():
        fresh.rename(out)
        return
    old = out.parent / f".{out.name}.whichpr-old-{os.getpid()}"
    out.rename(old)
    try:
        fresh.rename(out)
    except OSError:
        old.rename(out)
        raise
    shutil.rmtree(old, ignore_errors=True)


@contextmanager
def translated(out: Path) -> Iterator[None]:
    """Turns errors of the file system into OutputError."""
    try:
        yield
    except OSError as error:
        raise OutputError(
            f"the site cannot be written to {out}: {error.strerror or error}",
            "The folder was left as it was. Check its permissions and the free space, or name another with --out.",
        ) from error
