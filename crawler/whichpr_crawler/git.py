"""git on the command line, made safe: no shell, no options in disguise, only file, https and ssh."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

from whichpr_kb.errors import GitError, UsageError

TRANSPORTS = ("file", "https", "ssh")
_SCP_FORM = re.compile(r"[A-Za-z0-9._-]+@[A-Za-z0-9.-]+:(?!/?/)[^\s]+")
_ENVIRONMENT = {
    "GIT_ALLOW_PROTOCOL": ":".join(TRANSPORTS),
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_CONFIG_NOSYSTEM": "1",
    "LC_ALL": "C.UTF-8",
}
_OPTIONS = (
    "-c", "core.hooksPath=/dev/null",
    "-c", "core.fsmonitor=false",
    "-c", "protocol.ext.allow=never",
    "-c", "http.lowSpeedLimit=1000",
    "-c", "http.lowSpeedTime=60",
    "-c", "gc.auto=0",
)  # fmt: skip


def repository_url(origin: str) -> str:
    """The URL that git may fetch from. A path becomes a file URL.

    Raises UsageError for what starts with "-" or uses a transport that can run commands (``ext::``) or is not
    encrypted, GitError for a path that is not there.
    """
    if origin.startswith("-") or "\x00" in origin or not origin.strip():
        raise UsageError(f"{origin!r} is no repository", "Name a folder, or a URL with https, ssh or file.")
    if _SCP_FORM.fullmatch(origin):
        return origin
    scheme = origin.split("://")[0] if "://" in origin else ""
    if scheme:
        host = urlsplit(origin).netloc
        if scheme not in TRANSPORTS or host.startswith("-") or (scheme != "file" and not host):
            raise UsageError(f"git may not fetch from {origin!r}", "Allowed are " + ", ".join(TRANSPORTS) + ".")
        return origin
    if "::" in origin:
        raise UsageError(f"git may not fetch from {origin!r}", "Allowed are " + ", ".join(TRANSPORTS) + ".")
    path = Path(origin).expanduser()
    if not path.is_dir():
        raise GitError(f"there is no folder {origin}", "Name a git repository: a folder or a URL.")
    return path.resolve().as_uri()


class Repository:
    """A bare repository of ours. ``timeout`` is in seconds and bounds one command that talks to a remote."""

    def __init__(self, path: Path, timeout: float) -> None:
        self.path = path
        self._timeout = timeout
        if shutil.which("git") is None:
            raise GitError("git is not installed", "Install git and repeat the command.")

    def run(self, *arguments: str, stdin: str | None = None, timeout: float | None = None) -> str:
        """What git prints; raises GitError with git's own last words."""
        try:
            done = subprocess.run(
                self._command(arguments),
                input=stdin.encode() if stdin is not None else None,
                stdin=subprocess.DEVNULL if stdin is None else None,
                capture_output=True,
                env={**os.environ, **_ENVIRONMENT},
                timeout=timeout or self._timeout,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise GitError(
                f"git {arguments[0]} did not end within {error.timeout:g} s",
                "Repeat the command: what was fetched is kept. WHICHPR_GIT_TIMEOUT sets the limit in seconds.",
            ) from error
        if done.returncode:
            raise _failure(arguments[0], done.stderr)
        return done.stdout.decode("utf-8", "replace")

    def tokens(self, *arguments: str, stdin: str) -> Iterator[str]:
        """What git prints with NUL between the parts, read as it comes, so that memory stays small."""
        with tempfile.TemporaryFile() as words, tempfile.TemporaryFile() as given:
            given.write(stdin.encode())
            given.seek(0)
            process = subprocess.Popen(
                self._command(arguments), stdin=given, stdout=subprocess.PIPE, stderr=words,
                env={**os.environ, **_ENVIRONMENT},
            )  # fmt: skip
            assert process.stdout is not None
            try:
                rest = b""
                while piece := process.stdout.read(1 << 20):
                    *whole, rest = (rest + piece).split(b"\x00")
                    for token in whole:
                        yield token.decode("utf-8", "replace")
                if rest:
                    yield rest.decode("utf-8", "replace")
                if process.wait():
                    words.seek(0)
                    raise _failure(arguments[0], words.read())
            finally:
                process.stdout.close()
                process.kill()
                process.wait()

    def _command(self, arguments: Iterable[str]) -> list[str]:
        return ["git", *_OPTIONS, "--git-dir", str(self.path), *arguments]


def _failure(command: str, stderr: bytes) -> GitError:
    lines = stderr.decode("utf-8", "replace").strip().splitlines()
    said = next((line for line in lines if line.startswith(("fatal:", "error:"))), lines[-1] if lines else "no words")
    hint = "Check the address, your access and the network, then repeat the command; nothing was lost."
    if "does not appear to be a git repository" in said or "not a git repository" in said:
        hint = "Name a git repository: a folder with .git or a bare one, or a URL."
    return GitError(f"git {command} failed: {said}", hint)
