"""Opening the database: connect, check or migrate the schema, and one writer at a time."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, NoSuchModuleError, OperationalError

from whichpr_kb.errors import SettingsError, StoreBusy, StoreCorrupt, StoreError, StoreNewer
from whichpr_kb.settings import Settings
from whichpr_kb.store.lock import WriteLock
from whichpr_kb.store.schema import HEAD, KNOWN, upgrade

APPLICATION_ID = 0x77707221  # "wpr!": marks a SQLite file as ours


class Store:
    """The open database: ``reading()`` and ``writing()`` give connections, each one transaction."""

    def __init__(self, engine: Engine, lock: WriteLock) -> None:
        self.engine = engine
        self._lock = lock

    @property
    def dialect(self) -> str:
        """ "sqlite" or "postgresql"."""
        return self.engine.dialect.name

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection that sees one state of the store; a writer does not block it."""
        with _translated(self.engine), self.engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A connection whose changes are kept when the block ends and dropped when it fails.

        Raises StoreBusy when another command holds the write lock longer than ``lock_timeout``.
        """
        with self._lock, _translated(self.engine), self.engine.connect() as connection:
            writer = connection.execution_options(whichpr_write=True)
            with writer.begin():
                yield writer

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        """Holds the write lock over several transactions, as a crawl does."""
        with self._lock:
            yield

    def close(self) -> None:
        """Closes all connections."""
        self.engine.dispose()


def open_store(settings: Settings, *, create: bool = True) -> Store:
    """Opens (and where needed creates or migrates) the database that the settings name.

    Raises StoreNewer, StoreCorrupt, StoreBusy or StoreError, each with the next step.
    """
    engine = _connect(settings, create)
    store = Store(engine, WriteLock(settings.home, engine, settings.lock_timeout))
    try:
        _bring_to_head(store, create)
    except BaseException:
        store.close()
        raise
    return store


def _connect(settings: Settings, create: bool) -> Engine:
    try:
        url = make_url(settings.url)
    except ArgumentError as error:
        raise SettingsError(
            "database_url is no database URL", "Use sqlite:///FILE or postgresql+psycopg://USER@HOST/NAME."
        ) from error
    if url.get_backend_name() == "sqlite":
        path = Path(url.database or "")
        if not create and not path.exists():
            raise StoreError(f"there is no knowledge base at {path}", "Run whichpr demo or whichpr crawl first.")
        if create:
            make_folder(settings.home)
        elif not os.access(path.parent, os.W_OK):
            return _connect_read_only(path)
        engine = create_engine(url, connect_args={"timeout": settings.lock_timeout, "check_same_thread": False})
        event.listen(engine, "connect", _sqlite_connect)
        event.listen(engine, "begin", _sqlite_begin)
        return engine
    try:
        return create_engine(url, pool_pre_ping=True)
    except (NoSuchModuleError, ModuleNotFoundError) as error:
        raise SettingsError(
            f"no driver for {url.drivername}: {error}", "Install it: pip install 'whichpr[postgres]'."
        ) from error


def _connect_read_only(path: Path) -> Engine:
    """A store on a read-only file system: SQLite cannot keep its shared memory there, so it is read as it stands."""
    uri = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    engine = create_engine("sqlite://", creator=lambda: sqlite3.connect(uri, uri=True, check_same_thread=False))
    event.listen(engine, "begin", _sqlite_begin)
    return engine


def make_folder(folder: Path) -> None:
    """Creates a folder of the knowledge base; raises StoreError when that is impossible."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"cannot create {folder}: {error.strerror}", "Choose another folder with --home or WHICHPR_HOME."
        ) from error


def _sqlite_connect(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None  # we say BEGIN ourselves, so that DDL is transactional as well
    connection.execute("PRAGMA synchronous=NORMAL").close()


def _sqlite_begin(connection: Connection) -> None:
    write = connection.get_execution_options().get("whichpr_write")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")


def _bring_to_head(store: Store, create: bool) -> None:
    with store.reading() as connection:
        version = _version(connection)
    if version == HEAD:
        return
    if version is not None and version not in KNOWN:
        raise StoreNewer(
            f"the database has schema {version}, which this version of whichpr does not know",
            "Upgrade whichpr, or name another folder with --home. Nothing was changed.",
        )
    if version is None and not create:
        raise StoreError("the database is empty", "Run whichpr demo or whichpr crawl first.")
    with store.exclusive():
        _upgrade(store)


def _upgrade(store: Store) -> None:
    if store.dialect == "sqlite":  # the mode stays in the file; it cannot be set inside a transaction
        with _translated(store.engine), store.engine.connect() as connection:
            raw = connection.connection.dbapi_connection
            assert raw is not None
            raw.execute("PRAGMA journal_mode=WAL").close()
    with store.writing() as connection:
        if _version(connection) != HEAD:
            upgrade(connection)
            if store.dialect == "sqlite":
                connection.exec_driver_sql(f"PRAGMA application_id={APPLICATION_ID}")


def _version(connection: Connection) -> str | None:
    if not connection.dialect.has_table(connection, "alembic_version"):
        if (
            connection.dialect.name == "sqlite"
            and connection.exec_driver_sql("SELECT count(*) FROM sqlite_master WHERE type='table'").scalar_one()
        ):
            raise StoreCorrupt(
                "the file is a database, but not one of whichpr",
                "Name another folder with --home. Nothing was changed.",
            )
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()
    return str(found) if found is not None else None


@contextmanager
def _translated(engine: Engine) -> Iterator[None]:
    """Turns the drivers' errors into ours, with the next step."""
    try:
        yield
    except DatabaseError as error:
        raise _explained(engine, error) from error
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EROFS, errno.EACCES):
            raise StoreError(f"the store cannot be written: {os.strerror(error.errno)}", _SPACE) from error
        raise


_SPACE = "Free some space or choose another folder with --home, then repeat the command: what was stored is kept."


def _explained(engine: Engine, error: DatabaseError) -> StoreError:
    said = str(error.orig)
    where = engine.url.render_as_string(hide_password=True)
    if "disk is full" in said or "No space left" in said:
        return StoreError(f"the disk is full ({where})", _SPACE)
    if "malformed" in said or "not a database" in said or "disk image" in said:
        return StoreCorrupt(
            f"the database file is damaged: {said} ({where})",
            "Move it away and crawl again, or restore a copy; nothing was overwritten.",
        )
    if "readonly" in said or "read-only" in said or "unable to open" in said:
        return StoreError(f"the database cannot be written: {said} ({where})", "Check the folder's permissions.")
    if "locked" in said:
        return StoreBusy(f"another program holds the database ({where})", "Wait for it to end, then try again.")
    if isinstance(error, OperationalError):
        return StoreError(f"the database does not answer: {said.splitlines()[0]} ({where})", "Is the server running?")
    return StoreError(f"the database refused: {said} ({where})", "Please report this with the command you ran.")
