"""One writer at a time: a lock file beside a SQLite store, an advisory lock in PostgreSQL."""

from __future__ import annotations

import os
import time
from pathlib import Path

from filelock import FileLock, Timeout
from sqlalchemy import Connection, Engine, text

from whichpr_kb.errors import StoreBusy, StoreError

ADVISORY_KEY = 0x77707221


class WriteLock:
    """Re-entrant within a process. ``timeout`` is how many seconds a second writer waits."""

    def __init__(self, home: Path, engine: Engine, timeout: float) -> None:
        self._engine = engine
        self._timeout = timeout
        self._held = 0
        self._holder = home / "write.holder"
        self._file = FileLock(home / "write.lock", timeout=timeout)
        self._session: Connection | None = None

    def __enter__(self) -> WriteLock:
        if not self._held:
            if self._engine.dialect.name == "postgresql":
                self._lock_server()
            else:
                self._lock_file()
        self._held += 1
        return self

    def __exit__(self, *_: object) -> None:
        self._held -= 1
        if self._held:
            return
        if self._session is not None:
            self._session.invalidate()  # ends the server session, and with it the lock
            self._session.close()
            self._session = None
        else:
            self._holder.unlink(missing_ok=True)
            self._file.release()

    def _lock_file(self) -> None:
        try:
            self._file.acquire()
            self._holder.write_text(f"process {os.getpid()} since {time.strftime('%Y-%m-%d %H:%M:%S')}", "utf-8")
        except Timeout as error:
            raise _busy(self._timeout, self._who()) from error
        except OSError as error:
            self._file.release(force=True)
            raise StoreError(
                f"cannot write in {self._holder.parent}: {error.strerror}",
                "Check its permissions and free space, or choose another folder with --home.",
            ) from error

    def _who(self) -> str:
        try:
            return self._holder.read_text("utf-8")
        except OSError:
            return "another process"

    def _lock_server(self) -> None:
        session = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        until = time.monotonic() + self._timeout
        while not session.execute(text("SELECT pg_try_advisory_lock(:key)"), {"key": ADVISORY_KEY}).scalar_one():
            if time.monotonic() >= until:
                holder = session.execute(text("SELECT min(pid) FROM pg_locks WHERE locktype = 'advisory'")).scalar()
                session.close()
                raise _busy(self._timeout, f"server process {holder}")
            time.sleep(0.1)
        self._session = session


def _busy(waited: float, holder: str) -> StoreBusy:
    return StoreBusy(
        f"another command is writing to this knowledge base ({holder}); waited {waited:g} s",
        "Let it finish, then repeat; WHICHPR_LOCK_TIMEOUT sets how long to wait. Searching works meanwhile.",
    )
