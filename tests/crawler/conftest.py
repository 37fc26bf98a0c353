"""A small git repository that tests shape as they need."""

from __future__ import annotations

import os
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest


class Upstream:
    """A bare repository. ``commit`` returns the new sha; days count from 2026-01-01 UTC."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.git("init", "--quiet", "--bare", "--initial-branch=main", str(path))

    def git(self, *arguments: str, stdin: bytes = b"", **environment: str) -> str:
        command = ["git", "--git-dir", str(self.path), *arguments]
        done = subprocess.run(command, input=stdin, capture_output=True, check=True, env={**os.environ, **environment})
        return done.stdout.decode().strip()

    def commit(
        self, message: str, *parents: str, day: int = 0, author: str = "ann", files: dict[str, str] | None = None,
        branch: str | None = "main",
    ) -> str:  # fmt: skip
        when = (datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=day)).isoformat()
        names = {"GIT_AUTHOR_NAME": author, "GIT_COMMITTER_NAME": author, "GIT_AUTHOR_EMAIL": f"{author}@example.org",
                 "GIT_COMMITTER_EMAIL": f"{author}@example.org", "GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": when,
                 "GIT_INDEX_FILE": str(self.path / "test-index")}  # fmt: skip
        self.git("read-tree", *(parents[:1] or ["--empty"]), **names)
        for path, content in (files or {"README.md": message}).items():
            blob = self.git("hash-object", "-w", "--stdin", stdin=content.encode())
            self.git("update-index", "--add", "--cacheinfo", f"100644,{blob},{path}", **names)
        tree = self.git("write-tree", **names)
        given = [part for parent in parents for part in ("-p", parent)]
        sha = self.git("commit-tree", tree, *given, stdin=message.encode(), **names)
        if branch:
            self.git("update-ref", f"refs/heads/{branch}", sha)
        return sha

    def tag(self, name: str, sha: str, *, annotated: bool = False) -> None:
        self.git("tag", *(["-a", "-m", name] if annotated else []), name, sha)


@pytest.fixture
def upstream(tmp_path: Path) -> Upstream:
    return Upstream(tmp_path / "upstream.git")
