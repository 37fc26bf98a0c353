"""The comparison for index building: a bare Whoosh index of the same texts, one stock-analysed field a text."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from whoosh import fields, index
from whoosh.analysis import StandardAnalyzer


def main() -> None:
    """Reads JSON lines {"key", "title", "notes", "body", "shown"} from the named file and indexes them."""
    text = fields.TEXT(analyzer=StandardAnalyzer(), phrase=False)
    schema = fields.Schema(key=fields.ID(unique=True), title=text, notes=text, body=text, shown=fields.STORED())
    with tempfile.TemporaryDirectory() as folder:
        writer = index.create_in(folder, schema).writer(limitmb=128)
        with Path(sys.argv[1]).open(encoding="utf-8") as file:
            for line in file:
                writer.add_document(**json.loads(line))
        writer.commit()


main()
