"""Alembic's entry: runs the migrations on the connection that the store hands over, in its transaction."""

from alembic import context
from sqlmodel import SQLModel

import whichpr_kb.store.tables  # noqa: F401 - fills the metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=SQLModel.metadata,
    transactional_ddl=False,  # the caller's transaction holds it all
    render_as_batch=True,
)
context.run_migrations()
