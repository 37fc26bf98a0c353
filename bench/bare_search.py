"""The comparison for a cold search: the same packages imported, the same index opened, one query run."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pydantic_settings  # noqa: F401
import rich.console
import rich.table  # noqa: F401
import typer  # noqa: F401
from whoosh import index, query


def main() -> None:
    """Searches the index in the home folder named first for the words named second."""
    folder = Path(sys.argv[1]) / "index"
    opened = index.open_dir(str(folder / json.loads((folder / "CURRENT").read_text())["folder"]))
    with opened.searcher() as searcher:
        words = sys.argv[2].lower().split()
        asked = query.Or([query.Term(name, word) for word in words for name in ("title", "notes", "body")])
        for hit in searcher.search(asked, limit=10):
            print(hit["shown"])


main()
