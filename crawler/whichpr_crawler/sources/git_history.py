"""Source ``git_history``: commits, tags, release branches and touched paths from a git repository, without an API.

The repository is fetched without file contents into the home folder first (``--filter=blob:none``, never
``--mirror``: that would bring thousands of refs/pull), and then only what is new is read. A bare repository is made
with ``git init`` and filled by the same fetch that later brings the news, so that a fetch which was cut off leaves a
valid repository and is simply repeated.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from datetime import datetime
from typing import ClassVar

from whichpr_crawler.git import Repository, repository_url
from whichpr_crawler.source import Source
from whichpr_kb.errors import GitError
from whichpr_kb.records import Batch, BranchRecord, CommitRecord, Record, TagRecord
from whichpr_kb.store.database import make_folder

COMMITS_A_BATCH = 500
_FORMAT = "format:%H%x00%P%x00%an%x00%aI%x00%cI%x00%s%x00%b%x00"
_SHA = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_RELEASE_BRANCHES = ("refs/heads/releases/*", "refs/heads/release/*", "refs/heads/release-*", "refs/heads/release_*")


class GitHistory(Source):
    """Reads a bare or blobless clone; the cursor holds the heads that were read to the end."""

    name: ClassVar[str] = "git_history"  # type: ignore[misc]
    parser_version: ClassVar[int] = 1

    def batches(self) -> Iterator[Batch]:
        """Commits with their parents before them, then tags and branches with the new cursor."""
        job = self.job
        repository = self._fetch()
        default = repository.run("symbolic-ref", "HEAD").strip().removeprefix("refs/heads/")
        refs = _refs(repository)
        if not any(name == f"refs/heads/{default}" for name, _, _ in refs):
            raise GitError(
                f"{job.origin} has no branch {default!r} that can be fetched",
                "Name a repository that has commits; a shallow clone is made whole by git fetch --unshallow.",
            )
        heads = sorted({sha for _, sha, _ in refs})
        state = hashlib.sha256("\n".join(f"{name} {sha}" for name, sha, _ in refs).encode()).hexdigest()
        old = {} if job.full else job.cursor
        if old.get("state") == state:
            yield self.batch([], last=True)
            return
        known = _still_there(repository, old.get("heads", "").split())
        yield from self._commits(repository, heads, known)
        structure: list[Record] = [TagRecord(n.removeprefix("refs/tags/"), s, w) for n, s, w in refs if _is_tag(n)]
        structure += [
            BranchRecord(name.removeprefix("refs/heads/"), sha, name == f"refs/heads/{default}")
            for name, sha, _ in refs
            if not _is_tag(name)
        ]
        cursor = None if job.since else {"state": state, "heads": " ".join(heads)}
        yield self.batch(structure, last=True, cursor=cursor)

    def _fetch(self) -> Repository:
        job = self.job
        url = repository_url(job.origin)
        make_folder(job.settings.git_dir)
        repository = Repository(job.settings.git_dir / f"{job.engine.slug}.git", job.settings.git_timeout)
        if not (repository.path / "HEAD").exists():
            repository.run("init", "--quiet", "--bare", str(repository.path))
        head = repository.run("ls-remote", "--symref", "--", url, "HEAD")
        found = re.search(r"^ref: refs/heads/(\S+)\tHEAD$", head, re.MULTILINE)
        default = found.group(1) if found else "main"
        specs = [f"+refs/heads/{default}:refs/heads/{default}", "+refs/tags/*:refs/tags/*"]
        specs += [f"+{pattern}:{pattern}" for pattern in _RELEASE_BRANCHES]
        for key, value in (("url", url), ("promisor", "true"), ("partialclonefilter", "blob:none")):
            repository.run("config", f"remote.origin.{key}", value)
        repository.run(
            "fetch", "--quiet", "--filter=blob:none", "--no-tags", "--no-auto-maintenance", "--", "origin", *specs
        )
        repository.run("symbolic-ref", "HEAD", f"refs/heads/{default}")
        return repository

    def _commits(self, repository: Repository, heads: list[str], known: list[str]) -> Iterator[Batch]:
        since = (f"--since={self.job.since.isoformat()}",) if self.job.since else ()
        wanted = "".join(f"{sha}\n" for sha in [*heads, *(f"^{sha}" for sha in known)])
        total = int(repository.run("rev-list", "--count", *since, "--stdin", stdin=wanted))
        commits: list[Record] = []
        if total:
            for commit in read_commits(repository, wanted, since):
                commits.append(commit)
                if len(commits) == COMMITS_A_BATCH:
                    yield self.batch(commits, total=total)
                    commits = []
        if commits:
            yield self.batch(commits, total=total)


def read_commits(repository: Repository, wanted: str, options: tuple[str, ...] = ()) -> Iterator[CommitRecord]:
    """The commits that ``wanted`` (lines for ``--stdin``) names, parents before children.

    Paths come from ``--name-status --no-renames``: rename detection would fetch file contents one by one.
    """
    tokens = repository.tokens(
        "log", "--reverse", "--topo-order", "-z", "--name-status", "--no-renames", "--diff-merges=first-parent",
        "--no-mailmap", "--no-show-signature", "--no-color", "--encoding=UTF-8", f"--format={_FORMAT}", *options,
        "--stdin", stdin=wanted,
    )  # fmt: skip
    sha = next(tokens, None)
    while sha is not None:
        parents, author, authored, committed, subject, body = (next(tokens) for _ in range(6))
        paths: list[tuple[str, str]] = []
        following: str | None = None
        for token in tokens:
            word = token.lstrip("\n")
            if _SHA.fullmatch(word):
                following = word
                break
            if word:
                paths.append((word[0], next(tokens)))
        yield CommitRecord(
            sha.strip(), tuple(parents.split()), subject, body.strip(), author, datetime.fromisoformat(authored),
            datetime.fromisoformat(committed), tuple(paths),
        )  # fmt: skip
        sha = following


def _refs(repository: Repository) -> list[tuple[str, str, datetime | None]]:
    """(full name, commit sha, commit date) of every branch and tag; a tag that names no commit is left out."""
    form = "%(refname)%00%(objecttype)%00%(objectname)%00%(committerdate:iso-strict)"
    form += "%00%(*objecttype)%00%(*objectname)%00%(*committerdate:iso-strict)"
    found = []
    for line in repository.run("for-each-ref", f"--format={form}", "refs/heads", "refs/tags").splitlines():
        name, kind, sha, when, *peeled = line.split("\x00")
        if kind == "tag":
            kind, sha, when = peeled
        if kind == "commit":
            found.append((name, sha, datetime.fromisoformat(when) if when else None))
    return found


def _is_tag(name: str) -> bool:
    return name.startswith("refs/tags/")


def _still_there(repository: Repository, shas: list[str]) -> list[str]:
    """Those of the shas that the repository still holds: history may have been rewritten since."""
    if not shas:
        return []
    lines = repository.run("cat-file", "--batch-check=%(objectname) %(objecttype)", stdin="\n".join(shas) + "\n")
    return [line.split()[0] for line in lines.splitlines() if line.endswith(" commit")]
