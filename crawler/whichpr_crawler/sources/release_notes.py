"""Source ``release_notes``: official notes from a folder of Markdown files, one a release, with front matter."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import frontmatter
import yaml

from whichpr_crawler.published import read_published
from whichpr_crawler.source import Source
from whichpr_kb.errors import NotesError
from whichpr_kb.records import Batch, ReleaseRecord

_LONGEST_TAG = 200


class ReleaseNotes(Source):
    """Reads every ``*.md`` of the folder; a file that cannot be read is named and the others go on."""

    name: ClassVar[str] = "release_notes"  # type: ignore[misc]
    parser_version: ClassVar[int] = 1

    def batches(self) -> Iterator[Batch]:
        """One batch a release, so that each is stored whole."""
        folder = Path(self.job.origin)
        if not folder.is_dir():
            raise NotesError(f"there is no folder {folder}", "Name a folder of Markdown files, one a release.")
        files = sorted(folder.glob("*.md"))
        if not files:
            raise NotesError(f"no .md file in {folder}", "Name a folder of Markdown files, one a release.")
        for path in files:
            try:
                release = read_notes(path, self.job.engine.repository, self.job.settings.notes_max_bytes)
            except NotesError as error:
                self.failed(error)
            else:
                yield self.batch([release], total=len(files))
        yield self.batch([], last=not self.job.outcome.failed, total=len(files))


def read_notes(path: Path, repository: str, max_bytes: int) -> ReleaseRecord:
    """One file as a record. Raises NotesError that names the file, what is wrong and what to do."""
    text = _text(path, max_bytes)
    try:
        post = frontmatter.loads(text)
    except (yaml.YAMLError, ValueError) as error:
        raise NotesError(f"{path}: the front matter is no YAML: {_line(error)}", "Mend it and repeat.") from error
    meta: dict[str, Any] = post.metadata
    tag = meta.get("tag")
    if not isinstance(tag, str) or not tag.strip() or len(tag) > _LONGEST_TAG or not tag.isprintable():
        raise NotesError(f"{path}: the front matter has no usable tag", 'It needs a line like: tag: "v0.27.0"')
    stated = meta.get("repo")
    if isinstance(stated, str) and stated.lower() != repository.lower():
        raise NotesError(f"{path}: these are notes of {stated}, not of {repository}", "Name the engine they belong to.")
    try:
        published, precision = read_published(meta.get("published_at"), meta.get("published_at_precision"))
    except ValueError as error:
        raise NotesError(f"{path}: published_at {error}", "Write it like 2026-08-10T21:18:00Z.") from error
    return ReleaseRecord(
        tag=tag.strip(),
        name=str(meta.get("name") or tag),
        url=_url(meta.get("html_url"), repository, tag),
        body=post.content,
        published_at=published,
        published_precision=precision,
        prerelease=meta["prerelease"] if isinstance(meta.get("prerelease"), bool) else None,
        complete=meta.get("complete") is not False,
        stated_contributors=_count(meta.get("contributors_total")),
        stated_new_contributors=_count(meta.get("new_contributors_total")),
    )


def _text(path: Path, max_bytes: int) -> str:
    try:
        size = path.stat().st_size
        if size > max_bytes:
            raise NotesError(
                f"{path}: {size:,} bytes are more than the {max_bytes:,} that one file of notes may have",
                "Is it one release? WHICHPR_NOTES_MAX_BYTES sets the limit.",
            )
        return path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise NotesError(f"{path}: {error.strerror}", "Make the file readable and repeat.") from error
    except UnicodeDecodeError as error:
        raise NotesError(
            f"{path}: not UTF-8 (byte {error.start} is 0x{error.object[error.start]:02x})",
            "Convert it, for example: iconv -f latin1 -t utf-8.",
        ) from error


def _line(error: Exception) -> str:
    mark = getattr(error, "problem_mark", None)
    said = getattr(error, "problem", None) or str(error).splitlines()[0]
    return f"{said} (line {mark.line + 1} of it)" if mark else said


def _url(stated: object, repository: str, tag: str) -> str:
    if isinstance(stated, str) and stated.startswith("https://"):
        return stated
    return f"https://github.com/{repository}/releases/tag/{tag}"


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
