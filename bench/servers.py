"""A PostgreSQL server on loopback for the length of a measurement."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def postgres(wanted: bool) -> Iterator[dict[str, str]]:
    """The environment that sends whichpr to a fresh server; an empty one for SQLite."""
    if not wanted:
        yield {}
        return
    binaries = next(iter(sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)), None)
    if binaries is None:
        sys.exit("PostgreSQL is not installed (Debian: apt-get install postgresql)")
    folder = Path(tempfile.mkdtemp(prefix="wpr-bench-pg-"))
    owner: list[str] = []
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres", "postgres")
        owner = ["runuser", "-u", "postgres", "--"]
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    data = str(folder / "data")
    control = [*owner, str(binaries / "pg_ctl"), "-D", data, "-w"]
    options = f"-c listen_addresses=127.0.0.1 -p {port} -c unix_socket_directories={folder}"
    quiet = {"check": True, "stdout": subprocess.DEVNULL, "cwd": "/"}
    subprocess.run(
        [*owner, str(binaries / "initdb"), "-D", data, "-U", "whichpr", "-A", "trust", "-E", "UTF8"], **quiet
    )
    subprocess.run([*control, "-o", options, "-l", str(folder / "log"), "start"], **quiet)
    try:
        yield {"WHICHPR_DATABASE_URL": f"postgresql+psycopg://whichpr@127.0.0.1:{port}/postgres"}
    finally:
        subprocess.run([*control, "-m", "fast", "stop"], **quiet)
        shutil.rmtree(folder, ignore_errors=True)
