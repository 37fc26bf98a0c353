"""The first schema: records of sources, and the facts derived from them."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
WHY = "The store begins here."


def upgrade() -> None:
    """Creates every table."""
    op.create_table(
        "branch",
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("origin", sa.Text(), nullable=False),
        sa.Column("fetched_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("engine", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("sha", sa.String(), nullable=False),
        sa.Column("is_default", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("engine", "name"),
    )
    op.create_table(
        "change",
        sa.Column("engine", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=True),
        sa.Column("sha", sa.String(), nullable=True),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("author", sa.String(), nullable=True),
        sa.Column("merged_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("paths", sa.Text(), nullable=False),
        sa.Column("stub", sa.Boolean(), nullable=False),
        sa.Column("carriers", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=True),
        sa.Column("breaking", sa.Boolean(), nullable=False),
        sa.Column("first_release", sa.String(), nullable=True),
        sa.Column("first_release_how", sa.String(), nullable=True),
        sa.Column("first_prerelease", sa.String(), nullable=True),
        sa.Column("first_release_not_after", sa.String(), nullable=True),
        sa.Column("reverts", sa.String(), nullable=True),
        sa.Column("reverted_by", sa.String(), nullable=True),
        sa.Column("backport_of", sa.String(), nullable=True),
        sa.Column("text_hash", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("engine", "key"),
    )
    op.create_index("ix_change_first_release", "change", ["first_release"], unique=False)
    op.create_index("ix_change_merged_at", "change", ["merged_at"], unique=False)
    op.create_index("ix_change_number", "change", ["number"], unique=False)
    op.create_table(
        "commit",
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("origin", sa.Text(), nullable=False),
        sa.Column("fetched_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("engine", sa.String(), nullable=False),
        sa.Column("sha", sa.String(), nullable=False),
        sa.Column("parents", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("author", sa.Text(), nullable=False),
        sa.Column("authored_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("committed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("paths", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("engine", "sha"),
    )
    op.create_table(
        "engine",
        sa.Column("slug", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("repository", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("slug"),
    )
    op.create_table(
        "fact",
        sa.Column("engine", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("span", sa.Text(), nullable=False),
        sa.Column("where", sa.String(), nullable=False),
        sa.Column("confidence", sa.Float(), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("engine", "key", "name", "place"),
    )
    op.create_table(
        "member",
        sa.Column("engine", sa.String(), nullable=False),
        sa.Column("tag", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("sha", sa.String(), nullable=True),
        sa.Column("how", sa.String(), nullable=False),
        sa.Column("new", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("engine", "tag", "key"),
    )
    op.create_table(
        "membership_record",
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("origin", sa.Text(), nullable=False),
        sa.Column("fetched_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("engine", sa.String(), nullable=False),
        sa.Column("tag", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("how", sa.String(), nullable=False),
        sa.Column("sha", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("engine", "tag", "number"),
    )
    op.create_table(
        "meta",
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key"),
    )
    op.create_table(
        "note_item",
        sa.Column("engine", sa.String(), nullable=False),
        sa.Column("tag", sa.String(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("bullet", sa.Integer(), nullable=False),
        sa.Column("section", sa.Text(), nullable=False),
        sa.Column("topic", sa.Text(), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("author", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("engine", "tag", "position"),
    )
    op.create_table(
        "note_item_pull",
        sa.Column("engine", sa.String(), nullable=False),
        sa.Column("tag", sa.String(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("engine", "tag", "position", "number"),
    )
    op.create_table(
        "pull",
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("origin", sa.Text(), nullable=False),
        sa.Column("fetched_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("engine", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("author", sa.String(), nullable=True),
        sa.Column("merged_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("base", sa.String(), nullable=True),
        sa.Column("labels", sa.Text(), nullable=False),
        sa.Column("merge_sha", sa.String(), nullable=True),
        sa.Column("paths", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("engine", "number"),
    )
    op.create_table(
        "release",
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("origin", sa.Text(), nullable=False),
        sa.Column("fetched_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("engine", sa.String(), nullable=False),
        sa.Column("tag", sa.String(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("body_sha256", sa.String(), nullable=False),
        sa.Column("notes_parser", sa.Integer(), nullable=False),
        sa.Column("published_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("published_precision", sa.String(), nullable=True),
        sa.Column("prerelease", sa.Boolean(), nullable=True),
        sa.Column("complete", sa.Boolean(), nullable=False),
        sa.Column("stated_commits", sa.Integer(), nullable=True),
        sa.Column("stated_contributors", sa.Integer(), nullable=True),
        sa.Column("stated_new_contributors", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("engine", "tag"),
    )
    op.create_table(
        "release_fact",
        sa.Column("engine", sa.String(), nullable=False),
        sa.Column("tag", sa.String(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("stable", sa.Boolean(), nullable=False),
        sa.Column("sha", sa.String(), nullable=True),
        sa.Column("previous", sa.String(), nullable=True),
        sa.Column("bounded", sa.Boolean(), nullable=False),
        sa.Column("commits", sa.Integer(), nullable=True),
        sa.Column("contributors", sa.Integer(), nullable=True),
        sa.Column("new_contributors", sa.Integer(), nullable=True),
        sa.Column("pulls", sa.Integer(), nullable=True),
        sa.Column("date", sa.DateTime(timezone=True), nullable=True),
        sa.Column("date_from", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("engine", "tag"),
    )
    op.create_table(
        "release_history",
        sa.Column("engine", sa.String(), nullable=False),
        sa.Column("tag", sa.String(), nullable=False),
        sa.Column("body_sha256", sa.String(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("engine", "tag", "body_sha256"),
    )
    op.create_table(
        "source_state",
        sa.Column("engine", sa.String(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("cursor", sa.Text(), nullable=False),
        sa.Column("complete", sa.Boolean(), nullable=False),
        sa.Column("checked_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("engine", "source", "key"),
    )
    op.create_table(
        "tag",
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("origin", sa.Text(), nullable=False),
        sa.Column("fetched_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("engine", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("sha", sa.String(), nullable=True),
        sa.Column("tagged_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("engine", "name"),
    )
