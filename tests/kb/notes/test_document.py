"""HTML bodies, mixed bodies, and what Dependabot and Renovate make of a note."""

import pytest

from whichpr_kb.notes import Notes, parse_notes

REPOSITORY = "acme/engine"

MARKDOWN = """## What's Changed
* cli: add tiles by @sam in https://github.com/acme/engine/pull/12
* Fix `load`, and more (#13, #14), speed (other/tool#15) (#16)

## New Contributors
* @sam made their first contribution in https://github.com/acme/engine/pull/12

**Full Changelog**: https://github.com/acme/engine/compare/v1.1.0...v1.2.0
"""
DEPENDABOT = """Bumps [engine](https://github.com/acme/engine) from 1.1.0 to 1.2.0.
<details>
<summary>Release notes</summary>
<p><em>Sourced from <a href="https://github.com/acme/engine/releases">engine's releases</a>.</em></p>
<blockquote>
<h2>v1.2.0</h2>
<h2>What's Changed</h2>
<ul>
<li>cli: add tiles by <a href="https://github.com/sam"><code>@\u200bsam</code></a> in
<a href="https://redirect.github.com/acme/engine/pull/12">acme/engine#12</a></li>
<li>Fix <code>load</code>, and more (<a href="https://redirect.github.com/acme/engine/issues/13">#13</a>,
<a href="https://redirect.github.com/acme/engine/issues/14">#14</a>), speed
(<a href="https://redirect.github.com/other/tool/issues/15">other/tool#15</a>)
(<a href="https://redirect.github.com/acme/engine/issues/16">#16</a>)</li>
</ul>
<h2>New Contributors</h2>
<ul>
<li><a href="https://github.com/sam"><code>@\u200bsam</code></a> made their first contribution in
<a href="https://redirect.github.com/acme/engine/pull/12">acme/engine#12</a></li>
</ul>
<p><strong>Full Changelog</strong>: <a href="https://github.com/acme/engine/compare/v1.1.0...v1.2.0">link</a></p>
</blockquote>
</details>
<details>
<summary>Commits</summary>
<ul>
<li><a href="https://github.com/acme/engine/commit/abc"><code>abc</code></a> Else
(<a href="https://redirect.github.com/acme/engine/issues/99">#99</a>)</li>
</ul>
</details>
"""
RENOVATE = """### Release Notes

<details>
<summary>acme/engine (engine)</summary>

### [`v1.2.0`](https://redirect.github.com/acme/engine/compare/v1.1.0...v1.2.0)

[Compare Source](https://redirect.github.com/acme/engine/compare/v1.1.0...v1.2.0)

#### What's Changed

- cli: add tiles by [@&#8203;sam](https://redirect.github.com/sam) in [#&#8203;12](https://redirect.github.com/acme/engine/pull/12)
- Fix `load`, and more ([#&#8203;13](https://redirect.github.com/acme/engine/issues/13), [#&#8203;14](https://redirect.github.com/acme/engine/issues/14)), speed ([other/tool#15](https://redirect.github.com/other/tool/issues/15)) ([#&#8203;16](https://redirect.github.com/acme/engine/issues/16))

#### New Contributors

- [@&#8203;sam](https://redirect.github.com/sam) made their first contribution in [#&#8203;12](https://redirect.github.com/acme/engine/pull/12)

**Full Changelog**: <https://github.com/acme/engine/compare/v1.1.0...v1.2.0>

</details>
"""  # noqa: E501


def test_markdown() -> None:
    notes = parse_notes(MARKDOWN, REPOSITORY)
    assert [(item.topic, item.text, item.pulls, item.author) for item in notes.items] == [
        ("cli", "add tiles", (12,), "sam"),
        (None, "Fix `load`, and more", (13, 14), None),
        (None, "speed (other/tool#15)", (16,), None),
    ]
    assert {item.section for item in notes.items} == {("What's Changed",)}
    assert notes.new_contributors == 1


@pytest.mark.parametrize("body", [DEPENDABOT, RENOVATE])
def test_renderings_of_the_same_body(body: str) -> None:
    original = parse_notes(MARKDOWN, REPOSITORY)
    rendered = parse_notes(body, REPOSITORY)
    assert rendered.items == original.items
    assert rendered.new_contributors == original.new_contributors


def test_windows_line_ends() -> None:
    assert parse_notes(MARKDOWN.replace("\n", "\r\n"), REPOSITORY) == parse_notes(MARKDOWN, REPOSITORY)


def only_texts(notes: Notes) -> list[str]:
    return [item.text for item in notes.items]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("<ul>\n\n        <li>deep <b>bold</b> (#1)</li>\n\n</ul>", ["deep bold"]),
        ('<ul><li>a<img alt="x (#9)" src="y"> b<br>c (#1)</li></ul>', ["a b c"]),
        ("<ul><li><p>a (#1)</p><ul><li>b</li></ul></li></ul>", ["a", "b"]),
        ("<div>caching (#1)</div>\n<p>no number</p>", ["caching"]),
        ("<details>\n<summary>Owl</summary>\n\n## Core\n* a (#1)\n\n</details>", ["a"]),
        ("<pre>a (#1)</pre><script>b (#2)</script><ul><li>c (#3)</li></ul>", ["c"]),
        ("* a &amp; b &lt;c&gt; (#1)", ["a & b <c>"]),
        ("* ~~old~~ *new* __thing__ [link](https://example.org) (#1)", ["old new thing link"]),
        ("* a 5 < 6 <li>(#1)", ["a 5 < 6"]),
        ("<ul><li>x < y (#1)<!-- (#2) --></li></ul>", ["x < y"]),
    ],
)
def test_html(body: str, expected: list[str]) -> None:
    assert only_texts(parse_notes(body, REPOSITORY)) == expected
