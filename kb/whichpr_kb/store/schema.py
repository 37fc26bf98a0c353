"""The schema's versions. HEAD is stamped in every store; Alembic is only imported when a store is not there yet."""

from __future__ import annotations

from importlib.resources import files

from sqlalchemy import Connection

HEAD = "0001"
KNOWN = frozenset({"0001"})


def upgrade(connection: Connection) -> None:
    """Brings the store to HEAD within the caller's transaction: all of it or nothing."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(files("whichpr_kb.store") / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
