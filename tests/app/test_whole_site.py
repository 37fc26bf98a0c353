"""The whole site of both engines: every change has its page, and every link inside leads somewhere."""

import re

import pytest

LINK = re.compile(r'(?:href|src)="([^"#?]+)')


@pytest.mark.nightly
def test_every_page_and_every_link(knowledge, tmp_path):
    out = tmp_path / "public"
    knowledge("--quiet", "build", "--out", out, "--pages", "all")
    pulls = list(out.glob("*/pr/*/index.html"))
    assert len(pulls) == 20_129 + 3_195
    broken = set()
    for page in out.rglob("*.html"):
        if "pagefind" in page.parts or page.name == "404.html":
            continue
        for link in LINK.findall(page.read_text("utf-8")):
            if link.startswith(("https:", "http:", "data:", "mailto:")):
                continue
            target = (page.parent / link).resolve()
            if not (target.is_file() or (target / "index.html").is_file()):
                broken.add((str(page.relative_to(out)), link))
    assert broken == set()
