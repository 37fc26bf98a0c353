"""Bringing the index up to date with the store."""

from __future__ import annotations

import contextlib
from pathlib import Path

from whichpr_kb.catalogue import load_catalogue
from whichpr_kb.errors import IndexingError
from whichpr_kb.index.base import Stamp
from whichpr_kb.index.documents import documents
from whichpr_kb.index.lexicon import write_lexicon
from whichpr_kb.index.whoosh_index import SCHEMA_VERSION, WhooshIndex, WhooshWriter
from whichpr_kb.store.database import Store
from whichpr_kb.store.generation import current


def refresh(store: Store, folder: Path, *, rebuild: bool = False) -> int:
    """Makes the index hold exactly what the store holds; returns how many documents were written.

    Does nothing when the index is stamped with the store's generation and this catalogue, and can be opened.
    """
    with store.exclusive(), store.reading() as connection:
        stamp = Stamp(SCHEMA_VERSION, current(connection), load_catalogue().digest)
        if not rebuild and is_fresh(folder, stamp):
            return 0
        try:
            folder.mkdir(parents=True, exist_ok=True)
            wanted = list(documents(connection))
            write_lexicon(folder, (document.title for document in wanted))
        except OSError as error:
            raise IndexingError(
                f"the index folder {folder} cannot be written: {error.strerror}", "Check its permissions and space."
            ) from error
        writer = WhooshWriter(folder)
        if rebuild:
            return writer.rebuild(wanted, stamp)
        return writer.update(wanted, stamp)


def is_fresh(folder: Path, stamp: Stamp) -> bool:
    """Whether the index in the folder is of that stamp and opens."""
    found = WhooshIndex(folder).stamp()
    if found is None or (found.generation, found.catalogue) != (stamp.generation, stamp.catalogue):
        return False
    with contextlib.suppress(IndexingError):
        WhooshIndex(folder).open().close()
        return (folder / "lexicon.json").is_file()
    return False
