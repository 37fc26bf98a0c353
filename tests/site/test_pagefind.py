from __future__ import annotations

import pytest

from whichpr_kb.errors import OutputError
from whichpr_site.pagefind import find_pagefind, index_pages


def test_the_pages_are_indexed_in_one_language(tmp_path):
    program = find_pagefind()
    assert program is not None
    for name, language in (("a", "en"), ("b", "zh-CN")):
        page = f'<html lang="{language}"><body><main data-pagefind-body><h1>{name}</h1></main></body></html>'
        (tmp_path / f"{name}.html").write_text(page)
    assert index_pages(program, tmp_path) == 2
    assert (tmp_path / "pagefind" / "pagefind.js").is_file()


def test_a_failure_is_told_with_the_programs_words(tmp_path):
    program = tmp_path / "pagefind"
    program.write_text("#!/bin/sh\necho 'out of ink' >&2\nexit 3\n")
    program.chmod(0o755)
    with pytest.raises(OutputError, match="out of ink"):
        index_pages(program, tmp_path)
    with pytest.raises(OutputError, match="cannot be started"):
        index_pages(tmp_path / "missing", tmp_path)
